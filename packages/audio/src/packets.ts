import type { RecordedCodec } from '@relato/contract/audio-formats';
import { limits } from '@relato/contract/limits';
import type { Sample, Track } from './containers/track.ts';
import { opusPacketSeconds } from './opus.ts';
import { Refusal } from './refusal.ts';
import { aacFrameSeconds } from './aac.ts';
import { silenceOf } from './silence.ts';

/** A packet in the copy that is served. Seconds. */
export interface Packet {
  readonly data: Uint8Array;
  readonly timestamp: number;
  readonly duration: number;
}

export interface Recorded {
  /** From 0 s on, each where the one before ends; at least one. Before zero lies what an encoder needs to warm up. */
  readonly packets: readonly Packet[];
  readonly durationSeconds: number;
}

const longestSeconds = (limits.recording.maxDurationMs + limits.recording.durationToleranceMs) / 1000;
const toleranceSeconds = limits.recording.durationToleranceMs / 1000;
/** No packet of any of the codecs is shorter than 2.5 ms. */
const maxPackets = longestSeconds / 0.0025;
/** Between two packets recorders' clocks are unsteady by less, and the packets that go missing are longer. */
const holeSeconds = 0.04;

/**
 * Every packet of a track, laid end to end. Engines disagree about everything else: where sound is missing, Chromium
 * goes on at once and is early from then on, while others wait. So what is missing becomes silence.
 *
 * The limit of length holds for the times and for the sound itself, so that neither a header nor times that lie get
 * past it. Stops at the limit: a long file costs no more than a full-length one.
 */
export function layOut({ codec, config, samples }: Track, fileBytes: number): Recorded {
  const soundOf = packetClock(codec, config);
  const silence = silenceOf(codec, config);
  const packets: Packet[] = [];
  let startSeconds: number | null = null;
  let end = 0;
  /** When the next packet is due by the clock of the recorder. */
  let expected = 0;
  let soundSeconds = 0;
  let silentSeconds = 0;
  let latenessSeconds = 0;
  let bytes = 0;
  const push = (data: Uint8Array, duration: number) => {
    packets.push({ data, timestamp: end, duration });
    end += duration;
    if (end > longestSeconds || packets.length >= maxPackets) throw new Refusal('AUDIO_TOO_LONG');
  };
  for (const sample of samples) {
    // A recorder may start its clock late.
    if (startSeconds === null) {
      startSeconds = Math.max(0, sample.timestamp);
      end = Math.min(0, sample.timestamp);
    }
    const sound = soundOf(sample);
    const timestamp = sample.timestamp - startSeconds;
    bytes += sample.data.length;
    // Tables may point to the same bytes again and again.
    if (bytes > fileBytes) throw new Refusal('AUDIO_UNDECODABLE');
    if (timestamp > longestSeconds) throw new Refusal('AUDIO_TOO_LONG');
    latenessSeconds = Math.max(latenessSeconds, end - timestamp);
    // A clock that runs ahead of the sound a little with each packet is no hole: silence within a word would be heard.
    const missing = Math.min(timestamp - expected, timestamp - end);
    expected = timestamp + sound;
    if (silence && missing > holeSeconds) {
      const gaps = Math.floor(missing / silence.seconds);
      for (let gap = 0; gap < gaps; gap += 1) push(silence.data, silence.seconds);
      silentSeconds += gaps * silence.seconds;
    }
    soundSeconds += sound;
    if (soundSeconds > longestSeconds) throw new Refusal('AUDIO_TOO_LONG');
    push(sample.data, sample.duration ?? sound);
  }
  if (packets.length === 0) throw new Refusal('AUDIO_EMPTY');
  // Packets that lie upon each other cannot all be played.
  if (latenessSeconds > toleranceSeconds) throw new Refusal('AUDIO_UNDECODABLE');
  if (soundSeconds > end + toleranceSeconds) throw new Refusal('AUDIO_UNDECODABLE');
  if (silentSeconds > soundSeconds) throw new Refusal('AUDIO_MOSTLY_MISSING');
  return { packets, durationSeconds: end };
}

/** How long a packet sounds by its own bytes, which its container cannot change. */
function packetClock(codec: RecordedCodec, config: Track['config']): (sample: Sample) => number {
  switch (codec) {
    case 'opus':
      return ({ data }) => opusPacketSeconds(data);
    case 'aac': {
      const seconds = aacFrameSeconds(config.sampleRate);
      return () => seconds;
    }
    case 'mp3':
    case 'pcm-s16':
      // Counted from the frames themselves.
      return ({ duration = 0 }) => duration;
  }
}
