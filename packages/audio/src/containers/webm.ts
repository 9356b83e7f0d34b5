import { limits } from '@relato/contract/limits';
import { Refusal } from '../refusal.ts';

const { maxDurationMs, durationToleranceMs } = limits.recording;
/** Opus has no packet shorter than 2.5 ms, and a block holds one. More of them would be costly to gather first. */
const maxBlocks = (maxDurationMs + durationToleranceMs) / 2.5;

const segment = 0x18538067;
const cluster = 0x1f43b675;
const blockGroup = 0xa0;
const block = 0xa1;
const simpleBlock = 0xa3;
const tracks = 0x1654ae6b;

/** What they hold is walked instead of skipped: recorders write the first two with an unknown size. */
const masters: ReadonlySet<number> = new Set([segment, cluster, blockGroup]);

const known: ReadonlySet<number> = new Set([
  ...masters,
  block,
  simpleBlock,
  tracks,
  0x1a45dfa3, // EBML
  0x114d9b74, // SeekHead
  0x1549a966, // Info
  0x1c53bb6b, // Cues
  0x1254c367, // Tags
  0x1043a770, // Chapters
  0x1941a469, // Attachments
  0xec, // Void
  0xbf, // CRC-32
  0xe7, // Timestamp
  0xa7, // Position
  0xab, // PrevSize
  0x9b, // BlockDuration
  0xfb, // ReferenceBlock
  0xfa, // ReferencePriority
  0x75a1, // BlockAdditions
  0x75a2, // DiscardPadding
  0xa4, // CodecState
]);

/** RFC 8794: an id and a size of variable length, then as many bytes. */
export function checkWebm(bytes: Uint8Array): void {
  let position = 0;
  let blocks = 0;
  let hasTracks = false;
  while (position < bytes.length) {
    const id = readVariable(bytes, position, 'id');
    if (!known.has(id.value)) throw new Refusal('AUDIO_NOT_AUDIO');
    position += id.length;
    // Chromium gives a chunk away when it has just written the id of what comes next. What came before is whole.
    if (position === bytes.length && (id.value === simpleBlock || id.value === cluster)) break;
    const size = readVariable(bytes, position, 'size');
    position += size.length;
    hasTracks ||= id.value === tracks;
    if (id.value === block || id.value === simpleBlock) {
      blocks += 1;
      if (blocks > maxBlocks) throw new Refusal('AUDIO_TOO_LONG');
      refuseLacing(bytes, position);
    }
    if (size.isUnknown && !masters.has(id.value)) throw new Refusal('AUDIO_NOT_AUDIO');
    if (!size.isUnknown && position + size.value > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
    if (!masters.has(id.value)) position += size.value;
  }
  if (!hasTracks) throw new Refusal('AUDIO_TRUNCATED');
}

/** No recorder packs several packets into one block, and unpacking them takes time that grows with their square. */
function refuseLacing(bytes: Uint8Array, position: number): void {
  const trackLength = Math.clz32(bytes[position] ?? 0) - 23;
  const flags = bytes[position + trackLength + 2] ?? 0;
  if ((flags & 0x06) !== 0) throw new Refusal('AUDIO_UNDECODABLE');
}

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
