import { bytesOf, concat } from './recordings.ts';

interface Format {
  readonly tag?: number;
  readonly bits?: number;
  readonly channels?: number;
  readonly rateHz?: number;
}

const chunk = (id: string, content: Uint8Array) => {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, content.length, true);
  return concat(bytesOf(id), size, content, content.length % 2 === 0 ? [] : [0]);
};

/** Returns a WAV file of chunks. */
const riff = (...chunks: readonly Uint8Array[]) => chunk('RIFF', concat(bytesOf('WAVE'), ...chunks));

function formatChunk({ tag = 1, bits = 16, channels = 1, rateHz = 8_000 }: Format = {}) {
  const view = new DataView(new ArrayBuffer(16));
  view.setUint16(0, tag, true);
  view.setUint16(2, channels, true);
  view.setUint32(4, rateHz, true);
  view.setUint16(14, bits, true);
  return chunk('fmt ', new Uint8Array(view.buffer));
}

/** Returns a stereo WAV file of 16 kHz. */
export function makeStereoWav(left: Float32Array, right: Float32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(left.length * 8));
  for (const [index, sample] of left.entries()) {
    view.setFloat32(index * 8, sample, true);
    view.setFloat32(index * 8 + 4, right[index] ?? 0, true);
  }
  const format = formatChunk({ tag: 3, bits: 32, channels: 2, rateHz: 16_000 });
  return riff(format, chunk('data', new Uint8Array(view.buffer)));
}
