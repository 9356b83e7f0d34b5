import type { RecordedCodec } from '@relato/contract/audio-formats';
import { limits } from '@relato/contract/limits';
import type { Sample, Track } from './containers/track.ts';
import { opusPacketSeconds } from './opus.ts';
import { Refusal } from './refusal.ts';
import { aacFrameSeconds } from './aac/config.ts';
import { silenceOf } from './silence.ts';

/** A packet in the copy that is served, with times in seconds. */
export interface Packet {
  readonly data: Uint8Array;
  readonly timestamp: number;
  readonly duration: number;
}

export interface PacketSequence {
  /** At least one packet; each starts at the end of the previous one. Packets before 0 s are the encoder's pre-skip. */
  readonly packets: readonly Packet[];
  readonly durationSeconds: number;
}

const longestSeconds = (limits.recording.maxDurationMs + limits.recording.durationToleranceMs) / 1000;
const toleranceSeconds = limits.recording.durationToleranceMs / 1000;
/** No packet of any of the codecs is shorter than 2.5 ms. */
const maxPackets = longestSeconds / 0.0025;
/** The jitter of recorders' clocks is smaller than this, and missing packets are longer. */
const gapSeconds = 0.04;

/**
 * Lays the packets of a track end to end and fills gaps with silence, because browsers play gaps differently: Chromium
 * continues at once and is early from then on, while others wait.
 *
 * The limit of the duration applies to the timestamps and to the sound itself, so that neither a forged header nor forged
 * timestamps bypass it. Stops at the limit, so that a long file costs no more than a full-length one. Throws Refusal.
 */
export function layOutPackets({ codec, config, samples }: Track, fileBytes: number): PacketSequence {
  const soundOf = packetClock(codec, config);
  const silence = silenceOf(codec, config);
  const packets: Packet[] = [];
  let startSeconds: number | null = null;
  let end = 0;
  /** The time at which the next packet is due by the recorder's clock. */
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
    // A recorder may start its clock after zero.
    if (startSeconds === null) {
      startSeconds = Math.max(0, sample.timestamp);
      end = Math.min(0, sample.timestamp);
    }
    const sound = soundOf(sample);
    const timestamp = sample.timestamp - startSeconds;
    bytes += sample.data.length;
    // Forged tables may point to the same bytes repeatedly.
    if (bytes > fileBytes) throw new Refusal('AUDIO_UNDECODABLE');
    if (timestamp > longestSeconds) throw new Refusal('AUDIO_TOO_LONG');
    latenessSeconds = Math.max(latenessSeconds, end - timestamp);
    // A clock that runs slightly ahead of the sound with each packet is no gap: silence within a word would be audible.
    const missing = Math.min(timestamp - expected, timestamp - end);
    expected = timestamp + sound;
    if (silence && missing > gapSeconds) {
      const gaps = Math.floor(missing / silence.seconds);
      for (let gap = 0; gap < gaps; gap += 1) push(silence.data, silence.seconds);
      silentSeconds += gaps * silence.seconds;
    }
    soundSeconds += sound;
    if (soundSeconds > longestSeconds) throw new Refusal('AUDIO_TOO_LONG');
    push(sample.data, sample.duration ?? sound);
  }
  if (packets.length === 0) throw new Refusal('AUDIO_EMPTY');
  // Overlapping packets cannot all be played.
  if (latenessSeconds > toleranceSeconds) throw new Refusal('AUDIO_UNDECODABLE');
  if (soundSeconds > end + toleranceSeconds) throw new Refusal('AUDIO_UNDECODABLE');
  if (silentSeconds > soundSeconds) throw new Refusal('AUDIO_MOSTLY_MISSING');
  return { packets, durationSeconds: end };
}

/** Returns a function that tells a packet's duration in seconds by its own bytes, which the container cannot forge. */
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
      // The container reader has counted the frames themselves.
      return ({ duration = 0 }) => duration;
  }
}
