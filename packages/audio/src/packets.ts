import { limits } from '@relato/contract/limits';
import { EncodedPacketSink, type AudioCodec, type EncodedPacket, type InputAudioTrack } from 'mediabunny';
import { aacFrameSeconds } from './aac.ts';
import type { DecoderConfig } from './decoder-config.ts';
import { opusPacketSeconds } from './opus.ts';
import { Refusal } from './refusal.ts';
import type { Container } from './structure.ts';

export type RecordedCodec = 'opus' | 'aac' | 'mp3';

export interface Recorded {
  /** In order, from 0 s on, each with the duration that can be heard; at least one. */
  readonly packets: readonly EncodedPacket[];
  readonly durationSeconds: number;
}

interface PacketSource {
  readonly container: Container;
  readonly codec: RecordedCodec;
  readonly config: DecoderConfig;
  readonly fileBytes: number;
}

const longestSeconds = (limits.recording.maxDurationMs + limits.recording.durationToleranceMs) / 1000;
const toleranceSeconds = limits.recording.durationToleranceMs / 1000;
/** No packet of any of the codecs is shorter than 2.5 ms. */
const maxPackets = longestSeconds / 0.0025;

/** What recorders put into which container. Of any other codec we could not tell how long it really sounds. */
export function requireCodec(container: Container, codec: AudioCodec | null): RecordedCodec {
  const recorded = { webm: ['opus'], mp4: ['opus', 'aac'], ogg: ['opus'], mp3: ['mp3'] } as const;
  const found = recorded[container].find((each) => each === codec);
  if (!found) throw new Refusal('AUDIO_UNDECODABLE');
  return found;
}

/**
 * Every packet of a track. The limit of length holds for their timestamps and for the sound they hold, so that neither
 * a header nor timestamps that lie get past it. Stops at the limit: a long file costs no more than a full-length one.
 */
export async function readPackets(
  track: InputAudioTrack,
  { container, codec, config, fileBytes }: PacketSource,
): Promise<Recorded> {
  const soundOf = packetClock(codec, config);
  const sink = new EncodedPacketSink(track);
  const packets: EncodedPacket[] = [];
  let startSeconds = 0;
  let durationSeconds = 0;
  let soundSeconds = 0;
  let bytes = 0;
  for await (const packet of sink.packets()) {
    // A recorder may start its clock late. Before zero lies what an encoder needs to warm up: that stays.
    if (packets.length === 0) startSeconds = Math.max(0, packet.timestamp);
    const sound = soundOf(packet);
    // Ogg trims its last packet; elsewhere recorders guess how long their last one is, or don't say.
    const duration = container === 'ogg' ? packet.duration : sound;
    const timestamp = packet.timestamp - startSeconds;
    soundSeconds += sound;
    bytes += packet.byteLength;
    durationSeconds = Math.max(durationSeconds, timestamp + duration);
    // Tables may point to the same bytes again and again.
    if (bytes > fileBytes) throw new Refusal('AUDIO_UNDECODABLE');
    if (Math.max(durationSeconds, soundSeconds) > longestSeconds || packets.length >= maxPackets) {
      throw new Refusal('AUDIO_TOO_LONG');
    }
    packets.push(packet.clone({ timestamp, duration, sideData: {} }));
  }
  if (packets.length === 0) throw new Refusal('AUDIO_EMPTY');
  // Reading ends without a word where a table points behind the end of the file.
  const announced = await sink.getPacket(Infinity, { metadataOnly: true });
  const found = packets.at(-1)?.timestamp ?? 0;
  if (announced && announced.timestamp - startSeconds > found) throw new Refusal('AUDIO_TRUNCATED');
  // Packets that lie upon each other cannot all be played.
  if (soundSeconds > durationSeconds + toleranceSeconds) throw new Refusal('AUDIO_UNDECODABLE');
  return { packets, durationSeconds };
}

/** How long a packet sounds by its own bytes, which its container cannot change. */
function packetClock(
  codec: RecordedCodec,
  { description }: DecoderConfig,
): (packet: EncodedPacket) => number {
  switch (codec) {
    case 'opus':
      return ({ data }) => opusPacketSeconds(data);
    case 'aac': {
      const seconds = aacFrameSeconds(description);
      return () => seconds;
    }
    case 'mp3':
      // The demuxer reads it from the header of each frame.
      return ({ duration }) => duration;
  }
}
