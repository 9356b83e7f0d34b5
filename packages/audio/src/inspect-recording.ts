import { limits, type RefusalCode } from '@relato/contract';
import {
  BufferSource,
  EncodedPacketSink,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WEBM,
  type AudioCodec,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import { decodeOpus } from './opus.ts';
import { remux } from './remux.ts';
import { isCutShort, type Container } from './structure.ts';

export type Inspection =
  | {
      readonly ok: true;
      readonly container: Container;
      readonly codec: AudioCodec;
      /** What can be heard, whatever the header says. */
      readonly durationMs: number;
      /** Of `playback`, for its Content-Type. */
      readonly mimeType: string;
      /** The same packets in a file that says its duration and can be sought in, without any metadata of the original. */
      readonly playback: Uint8Array;
      /** Null for a codec that is not decoded here. */
      readonly peaks: readonly number[] | null;
    }
  | { readonly ok: false; readonly reason: RefusalCode };

const refused = (reason: RefusalCode): Inspection => ({ ok: false, reason });
const { maxBytes, maxDurationMs, durationToleranceMs } = limits.recording;
const longestMs = maxDurationMs + durationToleranceMs;

/** Finds out what the bytes of a recording really are. Never throws for what they hold. */
export async function inspectRecording(bytes: Uint8Array): Promise<Inspection> {
  if (bytes.byteLength === 0) return refused('AUDIO_EMPTY');
  if (bytes.byteLength > maxBytes) return refused('AUDIO_TOO_BIG');
  const input = new Input({
    formats: [WEBM, MATROSKA, MP4, QTFF, OGG, MP3],
    source: new BufferSource(bytes),
  });
  try {
    return await inspectInput(input, bytes);
  } catch {
    // The parsers throw on what is not theirs to read.
    return refused(looksLikeAudio(bytes) ? 'AUDIO_TRUNCATED' : 'AUDIO_NOT_AUDIO');
  } finally {
    input.dispose();
  }
}

async function inspectInput(input: Input, bytes: Uint8Array): Promise<Inspection> {
  if (!(await input.canRead())) return refused('AUDIO_NOT_AUDIO');
  const container = toContainer((await input.getFormat()).name);
  if (!container) return refused('AUDIO_NOT_AUDIO');
  const tracks = await input.getTracks();
  const [track] = await input.getAudioTracks();
  if (tracks.length === 0 || !track)
    return refused(isCutShort(bytes, container) ? 'AUDIO_TRUNCATED' : 'AUDIO_NOT_AUDIO');
  if (tracks.length > 1) return refused('AUDIO_NOT_AUDIO');
  if (isCutShort(bytes, container)) return refused('AUDIO_TRUNCATED');
  const codec = await track.getCodec();
  if (!codec || !isPlayable(container, codec)) return refused('AUDIO_NOT_AUDIO');

  const packets = await readPackets(track);
  if (packets === 'too-long') return refused('AUDIO_TOO_LONG');
  const last = packets.at(-1);
  if (!last) return refused('AUDIO_EMPTY');
  const measured = await measure(track, codec, packets);
  if (!measured) return refused('AUDIO_UNDECODABLE');
  const durationMs = Math.round(measured.durationMs);
  if (durationMs > longestMs) return refused('AUDIO_TOO_LONG');
  if (durationMs === 0) return refused('AUDIO_EMPTY');
  const { playback, mimeType } = await remux(track, container, codec, packets, measured.durationMs);
  return { ok: true, container, codec, durationMs, mimeType, playback, peaks: measured.peaks };
}

function toContainer(formatName: string): Container | null {
  switch (formatName) {
    case 'WebM':
    case 'Matroska':
      return 'webm';
    case 'MP4':
    case 'QuickTime File Format':
      return 'mp4';
    case 'Ogg':
      return 'ogg';
    case 'MP3':
      return 'mp3';
    default:
      return null;
  }
}

/** What browsers record, and play again. */
function isPlayable(container: Container, codec: AudioCodec): boolean {
  const codecs: Record<Container, readonly AudioCodec[]> = {
    webm: ['opus', 'vorbis'],
    mp4: ['opus', 'aac', 'mp3'],
    ogg: ['opus', 'vorbis'],
    mp3: ['mp3'],
  };
  return codecs[container].includes(codec);
}

/** Stops at the first packet past the limit: a long file costs no more than a full-length one. */
async function readPackets(track: InputAudioTrack): Promise<EncodedPacket[] | 'too-long'> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.push(packet);
    if (packet.timestamp * 1000 > longestMs) return 'too-long';
  }
  return packets;
}

interface Measured {
  readonly durationMs: number;
  readonly peaks: readonly number[] | null;
}

/** By the clock of the packets and, where they can be decoded, by how much sound they hold; the longer counts. */
async function measure(
  track: InputAudioTrack,
  codec: AudioCodec,
  packets: readonly EncodedPacket[],
): Promise<Measured | null> {
  const last = packets.at(-1);
  const endMs = last ? (last.timestamp + last.duration) * 1000 : 0;
  if (codec !== 'opus') return { durationMs: endMs, peaks: null };
  const channels = Math.min(2, await track.getNumberOfChannels());
  const decoded = await decodeOpus(
    packets.map(({ data }) => data),
    { channels, claimedDurationMs: endMs, maxDurationMs: longestMs + 1000 },
  );
  if (!decoded) return null;
  // The last packet of a recorder has no duration of its own; decoded, it has.
  const lastMs = last && last.duration === 0 ? decoded.durationMs / packets.length : 0;
  return { durationMs: Math.max(endMs + lastMs, decoded.durationMs), peaks: decoded.peaks };
}

/** EBML, `ftyp` or `OggS` at the beginning: it was a recording once. */
function looksLikeAudio(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return head.startsWith('\u001aE\u00df\u00a3') || head.slice(4, 8) === 'ftyp' || head.startsWith('OggS');
}
