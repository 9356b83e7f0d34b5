import { startsWith } from '../binary.ts';
import { Refusal } from '../refusal.ts';
import type { Sample, Track } from './track.ts';

const chunkHeaderBytes = 8;
const firstChunkAt = 12;
const format = { integers: 1, floats: 3, extensible: 0xfffe } as const;
const ratesHz = { min: 8_000, max: 96_000 };
/** Blocks of 10 ms, the resolution that the peaks need. */
const blocksPerSecond = 100;

interface Chunk {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Yields the chunks of a file ("Multimedia Programming Interface and Data Specifications 1.0"): an id, a size, and that
 * many bytes, padded to an even number. Throws Refusal.
 */
function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < firstChunkAt) throw new Refusal('AUDIO_TRUNCATED');
  const end = chunkHeaderBytes + view.getUint32(4, true);
  if (end > bytes.length) throw new Refusal('AUDIO_TRUNCATED');
  // Bytes after the end are no sound, except for one byte of padding.
  if (end + (end & 1) < bytes.length) throw new Refusal('AUDIO_NOT_AUDIO');
  for (let position = firstChunkAt; position < end;) {
    if (position + chunkHeaderBytes > end) throw new Refusal('AUDIO_NOT_AUDIO');
    const id = String.fromCharCode(...bytes.subarray(position, position + 4));
    if (!/^[ -~]{4}$/.test(id)) throw new Refusal('AUDIO_NOT_AUDIO');
    const start = position + chunkHeaderBytes;
    const size = view.getUint32(position + 4, true);
    if (start + size > end) throw new Refusal('AUDIO_TRUNCATED');
    yield { id, start, end: start + size };
    position = start + size + (size & 1);
  }
}

export function checkWav(bytes: Uint8Array): void {
  const ids = new Set(Array.from(chunksOf(bytes), ({ id }) => id));
  if (!ids.has('fmt ') || !ids.has('data')) throw new Refusal('AUDIO_TRUNCATED');
}

export const isWav = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8);

/** Reads samples of 16, 24 or 32 bits and converts them to 16 bits, which every browser plays. Throws Refusal. */
export function readWav(bytes: Uint8Array): Track {
  const chunks = [...chunksOf(bytes)];
  const fmt = chunks.find(({ id }) => id === 'fmt ');
  const [data, ...others] = chunks.filter(({ id }) => id === 'data');
  if (!fmt || !data || fmt.end - fmt.start < 16 || others.length > 0) throw new Refusal('AUDIO_UNDECODABLE');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = view.getUint16(fmt.start, true);
  const isExtensible = tag === format.extensible && fmt.end - fmt.start >= 26;
  const kind = isExtensible ? view.getUint16(fmt.start + 24, true) : tag;
  const numberOfChannels = view.getUint16(fmt.start + 2, true);
  const sampleRate = view.getUint32(fmt.start + 4, true);
  const toInt16 = readerOf(view, kind, view.getUint16(fmt.start + 14, true));
  const isKnownRate = sampleRate >= ratesHz.min && sampleRate <= ratesHz.max;
  if (!toInt16 || !isKnownRate || numberOfChannels < 1 || numberOfChannels > 2) {
    throw new Refusal('AUDIO_UNDECODABLE');
  }
  return {
    codec: 'pcm-s16',
    config: { codec: 'pcm-s16', numberOfChannels, sampleRate, description: new Uint8Array() },
    samples: blocksOf(data, toInt16, numberOfChannels, sampleRate),
  };
}

interface Reader {
  readonly bytes: number;
  readonly at: (position: number) => number;
}

/** Converts a float to 16 bits; NaN becomes silence. */
const toInteger = (value: number): number => Math.round(Math.max(-1, Math.min(1, value || 0)) * 0x7fff);

function readerOf(view: DataView, kind: number, bits: number): Reader | null {
  if (kind === format.floats && bits === 32) {
    return { bytes: 4, at: (position) => toInteger(view.getFloat32(position, true)) };
  }
  const length = bits / 8;
  if (kind !== format.integers || ![2, 3, 4].includes(length)) return null;
  return { bytes: length, at: (position) => view.getInt16(position + length - 2, true) };
}

function* blocksOf(data: Chunk, reader: Reader, channels: number, sampleRate: number): Generator<Sample> {
  const frameBytes = reader.bytes * channels;
  const frames = Math.floor((data.end - data.start) / frameBytes);
  const framesPerBlock = Math.floor(sampleRate / blocksPerSecond);
  for (let frame = 0; frame < frames; frame += framesPerBlock) {
    const count = Math.min(framesPerBlock, frames - frame) * channels;
    const block = new DataView(new ArrayBuffer(count * 2));
    for (let index = 0; index < count; index += 1) {
      const position = data.start + frame * frameBytes + index * reader.bytes;
      block.setInt16(index * 2, reader.at(position), true);
    }
    yield {
      data: new Uint8Array(block.buffer),
      timestamp: frame / sampleRate,
      duration: count / channels / sampleRate,
    };
  }
}

/** Yields the samples of each channel of blocks of 16-bit samples. */
export function* decodeWav(
  blocks: readonly Uint8Array[],
  channels: number,
): Generator<readonly Float32Array[]> {
  for (const block of blocks) {
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    const frames = Math.floor(block.length / 2 / channels);
    yield Array.from({ length: channels }, (_, channel) =>
      Float32Array.from(
        { length: frames },
        (_unused, frame) => view.getInt16((frame * channels + channel) * 2, true) / 0x8000,
      ),
    );
  }
}
