import { limits } from '@relato/contract/limits';
import { toOpusConfig } from '../decoder-config.ts';
import { Refusal } from '../refusal.ts';
import type { Sample, Track } from './track.ts';

const { maxDurationMs, durationToleranceMs } = limits.recording;
/** No Opus packet is shorter than 2.5 ms, and a block contains one. More blocks would be costly to collect. */
const maxBlocks = (maxDurationMs + durationToleranceMs) / 2.5;

const segment = 0x18538067;
const cluster = 0x1f43b675;
const blockGroup = 0xa0;
const block = 0xa1;
const simpleBlock = 0xa3;
const tracks = 0x1654ae6b;
const info = 0x1549a966;
const timestampScale = 0x2ad7b1;
const timestamp = 0xe7;
const trackEntry = 0xae;
const trackNumber = 0xd7;
const trackType = 0x83;
const typeOfSound = 2;
const codecId = 0x86;
const codecPrivate = 0x63a2;
const contentEncodings = 0x6d80;

/** Their children are read instead of skipped, because recorders write the first two with an unknown size. */
const masters: ReadonlySet<number> = new Set([segment, cluster, blockGroup]);

const known: ReadonlySet<number> = new Set([
  ...masters,
  block,
  simpleBlock,
  tracks,
  0x1a45dfa3, // EBML
  0x114d9b74, // SeekHead
  info,
  0x1c53bb6b, // Cues
  0x1254c367, // Tags
  0x1043a770, // Chapters
  0x1941a469, // Attachments
  0xec, // Void
  0xbf, // CRC-32
  timestamp,
  0xa7, // Position
  0xab, // PrevSize
  0x9b, // BlockDuration
  0xfb, // ReferenceBlock
  0xfa, // ReferencePriority
  0x75a1, // BlockAdditions
  0x75a2, // DiscardPadding
  0xa4, // CodecState
]);

interface Element {
  readonly id: number;
  /** The range of its contents; empty for a master element. */
  readonly start: number;
  readonly end: number;
}

/** Yields the elements of a file (RFC 8794): an id and a size of variable length, then that many bytes. Throws Refusal. */
function* elementsOf(bytes: Uint8Array): Generator<Element> {
  let position = 0;
  while (position < bytes.length) {
    const id = readVariable(bytes, position, 'id');
    if (!known.has(id.value)) throw new Refusal('AUDIO_NOT_AUDIO');
    position += id.length;
    // Chromium emits a chunk right after the id of the next element. Everything before it is complete.
    if (position === bytes.length && (id.value === simpleBlock || id.value === cluster)) break;
    const size = readVariable(bytes, position, 'size');
    position += size.length;
    const isMaster = masters.has(id.value);
    if (size.isUnknown && !isMaster) throw new Refusal('AUDIO_NOT_AUDIO');
    if (!size.isUnknown && position + size.value > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
    const end = isMaster ? position : position + size.value;
    yield { id: id.value, start: position, end };
    position = end;
  }
}

export function checkWebm(bytes: Uint8Array): void {
  let blocks = 0;
  let hasTracks = false;
  for (const { id } of elementsOf(bytes)) {
    hasTracks ||= id === tracks;
    if (id === block || id === simpleBlock) blocks += 1;
    if (blocks > maxBlocks) throw new Refusal('AUDIO_TOO_LONG');
  }
  if (!hasTracks) throw new Refusal('AUDIO_TRUNCATED');
}

export function readWebm(bytes: Uint8Array): Track {
  const entry = requireOnlyTrack(bytes);
  const [nanoseconds] = headersOf(bytes, info, timestampScale);
  const secondsPerTick = (nanoseconds ? numberOf(bytes, nanoseconds) : 1_000_000) / 1e9;
  const field = (id: number) => childOf(bytes, entry, id);
  const codec = field(codecId);
  const config = field(codecPrivate);
  const number = field(trackNumber);
  // Content that is additionally compressed or encrypted is no packet of the codec.
  const isPlain = !field(contentEncodings);
  if (!codec || !config || !number || !isPlain || textOf(bytes, codec) !== 'A_OPUS') {
    throw new Refusal('AUDIO_UNDECODABLE');
  }
  const track = numberOf(bytes, number);
  return {
    codec: 'opus',
    config: toOpusConfig(bytes.subarray(config.start, config.end)),
    samples: blocksOf(bytes, track, secondsPerTick),
  };
}

/** Returns the only track. Throws Refusal unless it is the only one and contains sound. */
function requireOnlyTrack(bytes: Uint8Array): Element {
  const [entry, other] = headersOf(bytes, tracks, trackEntry);
  const type = entry && childOf(bytes, entry, trackType);
  if (!type || other || numberOf(bytes, type) !== typeOfSound) throw new Refusal('AUDIO_NOT_AUDIO');
  return entry;
}

function* blocksOf(bytes: Uint8Array, track: number, secondsPerTick: number): Generator<Sample> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let clusterTicks = 0;
  for (const element of elementsOf(bytes)) {
    if (element.id === cluster) clusterTicks = 0;
    if (element.id === timestamp) clusterTicks = numberOf(bytes, element);
    if (element.id !== block && element.id !== simpleBlock) continue;
    const number = readVariable(bytes, element.start, 'size');
    const at = element.start + number.length;
    if (number.value !== track || at + 3 > element.end) throw new Refusal('AUDIO_UNDECODABLE');
    // No recorder uses lacing, which puts several packets into one block.
    if (((bytes[at + 2] ?? 0) & 0x06) !== 0) throw new Refusal('AUDIO_UNDECODABLE');
    yield {
      data: bytes.subarray(at + 3, element.end),
      timestamp: (clusterTicks + view.getInt16(at)) * secondsPerTick,
    };
  }
}

/** Yields the children of an element, in linear time: each lies within it and after the previous one. Throws Refusal. */
function* childrenOf(bytes: Uint8Array, { start, end }: Element): Generator<Element> {
  for (let position = start; position < end;) {
    const id = readVariable(bytes, position, 'id');
    const size = readVariable(bytes, position + id.length, 'size');
    const from = position + id.length + size.length;
    const to = from + size.value;
    if (size.isUnknown || to > end) throw new Refusal('AUDIO_UNDECODABLE');
    yield { id: id.value, start: from, end: to };
    position = to;
  }
}

const childOf = (bytes: Uint8Array, element: Element, wanted: number): Element | undefined =>
  childrenOf(bytes, element).find(({ id }) => id === wanted);

/** Returns the children with the id `wanted` of the elements with the id `header`. */
const headersOf = (bytes: Uint8Array, header: number, wanted: number): IteratorObject<Element> =>
  elementsOf(bytes)
    .filter(({ id }) => id === header)
    .flatMap((element) => childrenOf(bytes, element))
    .filter(({ id }) => id === wanted);

const numberOf = (bytes: Uint8Array, { start, end }: Element): number =>
  bytes.subarray(start, end).reduce((value, byte) => value * 256 + byte, 0);

const textOf = (bytes: Uint8Array, { start, end }: Element): string =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1').replace(/\0+$/, '');

function readVariable(
  bytes: Uint8Array,
  position: number,
  kind: 'id' | 'size',
): { readonly value: number; readonly length: number; readonly isUnknown: boolean } {
  const first = bytes[position];
  if (first === undefined) throw new Refusal('AUDIO_TRUNCATED');
  const length = Math.clz32(first) - 23;
  if (length > (kind === 'id' ? 4 : 8)) throw new Refusal('AUDIO_NOT_AUDIO');
  if (position + length > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
  const mask = 0xff >> length;
  let value = kind === 'id' ? first : first & mask;
  let isUnknown = (first & mask) === mask;
  for (const byte of bytes.subarray(position + 1, position + length)) {
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value, length, isUnknown };
}
