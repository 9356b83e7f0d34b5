import type { BitReader } from '../binary.ts';
import { Refusal } from '../refusal.ts';
import { codebooks, type HuffmanCode } from './tables.ts';

const escaped = 16;
const maxEscapeBits = 8;

/** The symbols of codebooks 1 to 11: the number of values, their range, and whether they include the signs. */
const shapes = [
  { values: 4, modulus: 3, isSigned: true },
  { values: 4, modulus: 3, isSigned: true },
  { values: 4, modulus: 3, isSigned: false },
  { values: 4, modulus: 3, isSigned: false },
  { values: 2, modulus: 9, isSigned: true },
  { values: 2, modulus: 9, isSigned: true },
  { values: 2, modulus: 8, isSigned: false },
  { values: 2, modulus: 8, isSigned: false },
  { values: 2, modulus: 13, isSigned: false },
  { values: 2, modulus: 13, isSigned: false },
  { values: 2, modulus: 17, isSigned: false },
] as const;

/** The values of each symbol, by codebook. */
const tuples = shapes.map(({ values, modulus, isSigned }) =>
  Array.from({ length: modulus ** values }, (_, symbol) =>
    Array.from({ length: values }, (_unused, index) => {
      const digit = Math.floor(symbol / modulus ** (values - 1 - index)) % modulus;
      return isSigned ? digit - (modulus - 1) / 2 : digit;
    }),
  ),
);

/** Reads `width` lines of one of the codebooks 1 to 11 to the position `at`. Throws Refusal. */
export function readLines(
  bits: BitReader,
  bandBook: number,
  lines: Int16Array,
  at: number,
  width: number,
): void {
  const code = codebooks[bandBook - 1];
  const shape = shapes[bandBook - 1];
  const values = tuples[bandBook - 1];
  if (!code || !shape || !values) throw new Refusal('AUDIO_UNDECODABLE');
  for (let line = at; line < at + width; line += shape.values) {
    const tuple = values[readSymbol(bits, code)] ?? [];
    // The signs of all values of a symbol precede their escapes.
    for (const [index, value] of tuple.entries()) {
      lines[line + index] = !shape.isSigned && value !== 0 && bits.bit() === 1 ? -value : value;
    }
    if (shape.modulus <= escaped) continue;
    for (const [index, value] of tuple.entries()) {
      if (value !== escaped) continue;
      const size = readEscape(bits);
      lines[line + index] = (lines[line + index] ?? 0) < 0 ? -size : size;
    }
  }
}

/** Section 4.6.3.3: ones count the bits beyond four, then follow these bits below a leading one. */
function readEscape(bits: BitReader): number {
  let length = 4;
  while (bits.bit() === 1) length += 1;
  if (length > 4 + maxEscapeBits) throw new Refusal('AUDIO_UNDECODABLE');
  return 2 ** length + bits.read(length);
}

/** Decodes a symbol of a canonical Huffman code: words of one length are consecutive, after those of shorter lengths. */
export function readSymbol(bits: BitReader, { counts, symbols }: HuffmanCode): number {
  let word = 0;
  let first = 0;
  let index = 0;
  for (const count of counts) {
    word += bits.bit();
    if (word - first < count) return symbols[index + word - first] ?? 0;
    index += count;
    first = (first + count) * 2;
    word *= 2;
  }
  throw new Refusal('AUDIO_UNDECODABLE');
}
