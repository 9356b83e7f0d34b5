import { readFile } from 'node:fs/promises';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
  type InputAudioTrack,
  type MetadataTags,
} from 'mediabunny';
import { inspectBytes } from '../inspect-bytes.ts';
import { measureBytes } from '../measure-loudness.ts';
import { checksum } from './ogg-checksum.ts';

const folder = new URL('../../../testing/fixtures/audio/', import.meta.url);

export const readFixture = async (name: string) => new Uint8Array(await readFile(new URL(name, folder)));

/** Inspects a recording and expects its acceptance. */
export async function accept(bytes: Uint8Array) {
  const inspection = await inspectBytes(bytes);
  if (!inspection.ok) throw new Error(inspection.reason);
  return inspection;
}

/** Returns the loudness of a readable recording, or null for silence. */
export async function loudnessOf(bytes: Uint8Array) {
  const measured = await measureBytes(bytes);
  if (!measured.ok) throw new Error(measured.reason);
  return measured.loudness;
}

export async function openTrack(bytes: Uint8Array): Promise<InputAudioTrack> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('No audio track');
  return track;
}

export async function packetsOf(bytes: Uint8Array): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(await openTrack(bytes)).packets()) packets.push(packet);
  return packets;
}

const formats = {
  webm: () => new WebMOutputFormat(),
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  ogg: () => new OggOutputFormat(),
  mp3: () => new Mp3OutputFormat(),
};

interface Craft {
  readonly container: keyof typeof formats;
  /** The default is the packets of the source. */
  readonly packets?: readonly EncodedPacket[];
  readonly tags?: MetadataTags;
  readonly name?: string;
  readonly beside?: 'video' | 'audio';
  /** A text that is appended to the decoder's configuration. */
  readonly appendix?: string;
}

/** Creates a recording from the packets of another one, like an uploader who forges it. */
export async function craft(
  source: Uint8Array,
  { container, packets, tags, name, beside, appendix = '' }: Craft,
) {
  const track = await openTrack(source);
  const [codec, given] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  if (!codec || !given) throw new Error('No codec');
  const description = concat(given.description ?? [], bytesOf(appendix));
  const { description: _, ...known } = given;
  const decoderConfig = description.length > 0 ? { ...known, description } : known;
  const output = new Output({ format: formats[container](), target: new BufferTarget() });
  const sound = new EncodedAudioPacketSource(codec);
  const secondVoice = new EncodedAudioPacketSource(codec);
  const picture = new EncodedVideoPacketSource('vp8');
  output.addAudioTrack(sound, name ? { name } : {});
  if (beside === 'audio') output.addAudioTrack(secondVoice);
  if (beside === 'video') output.addVideoTrack(picture);
  if (tags) output.setMetadataTags(tags);
  await output.start();
  if (beside === 'video') {
    const config = { codec: 'vp8', codedWidth: 16, codedHeight: 16 };
    await picture.add(new EncodedPacket(new Uint8Array(32), 'key', 0, 1), { decoderConfig: config });
  }
  for (const packet of packets ?? (await packetsOf(source))) {
    await sound.add(packet, { decoderConfig });
    if (beside === 'audio') await secondVoice.add(packet, { decoderConfig });
  }
  await output.finalize();
  if (!output.target.buffer) throw new Error('Nothing written');
  return new Uint8Array(output.target.buffer);
}

/** Returns `count` packets that repeat the given ones, each `stepSeconds` after the previous one. */
export const repeat = (
  packets: readonly EncodedPacket[],
  count: number,
  stepSeconds: number,
): EncodedPacket[] =>
  Array.from({ length: count }, (_, index) => {
    const packet = packets[index % packets.length];
    if (!packet) throw new Error('Nothing to repeat');
    return packet.clone({ timestamp: index * stepSeconds, duration: stepSeconds });
  });

export const concat = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Returns every offset of `pattern`. */
export function positionsOf(bytes: Uint8Array, pattern: string | readonly number[]): number[] {
  const found: number[] = [];
  const needle = Buffer.from(typeof pattern === 'string' ? bytesOf(pattern) : pattern);
  const hay = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + 1)) found.push(at);
  return found;
}

export function positionOf(bytes: Uint8Array, pattern: string | readonly number[]): number {
  const [position] = positionsOf(bytes, pattern);
  if (position === undefined) throw new Error('Not found');
  return position;
}

/** Returns the offsets of the blocks of a WebM: sizes of one or two bytes, track 1, a time of two bytes, a key frame. */
export const simpleBlocksOf = (bytes: Uint8Array): number[] =>
  positionsOf(bytes, [0xa3]).filter((at) => {
    const track = trackOfBlock(bytes, at);
    return bytes[track] === 0x81 && bytes[track + 3] === 0x80;
  });

const trackOfBlock = (bytes: Uint8Array, at: number): number => at + ((bytes[at + 1] ?? 0) >= 0x80 ? 2 : 3);

/** Returns an Ogg whose pages from the index `first` on start `seconds` later. */
export function delayPages(bytes: Uint8Array, first: number, seconds: number): Uint8Array<ArrayBuffer> {
  const delayed = Uint8Array.from(bytes);
  const view = new DataView(delayed.buffer);
  const pages = positionsOf(bytes, 'OggS');
  for (const [index, at] of pages.entries()) {
    if (index < first) continue;
    view.setBigInt64(at + 6, view.getBigInt64(at + 6, true) + BigInt(seconds * 48_000), true);
    view.setUint32(at + 22, checksum(delayed.subarray(at, pages[index + 1])), true);
  }
  return delayed;
}
