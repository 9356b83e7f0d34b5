import { codebooks, scaleFactorCode, type HuffmanCode } from '../aac/tables.ts';

const bandsOfShortWindows = 14;
const noiseBook = 13;
/** The largest difference of two noise energies. */
const steepest = 120;

/** Returns an access unit of mono AAC at 44.1 kHz whose noise energies grow beyond what a number can hold. */
export function makeLoudestUnit(): Uint8Array<ArrayBuffer> {
  const groups = Array.from({ length: 8 });
  const element = [bits(0, 3), bits(0, 4), bits(255, 8)];
  // Eight short windows, each a group.
  const windows = [bits(0, 1), bits(2, 2), bits(0, 1), bits(bandsOfShortWindows, 4), bits(0, 7)];
  const sections = groups.map(() => [bits(noiseBook, 4), bits(7, 3), bits(7, 3), bits(0, 3)]);
  const energies = [
    bits(511, 9),
    ...Array.from({ length: groups.length * bandsOfShortWindows - 1 }, () =>
      wordOf(scaleFactorCode, steepest),
    ),
  ];
  const rest = [bits(0, 3), bits(7, 3)];
  return toBytes([element, windows, sections, energies, rest].flat(2));
}

interface Pulse {
  readonly offset: number;
  readonly amplitude: number;
}

/** Returns an access unit of mono AAC whose first four lines are 1, -1, 0 and 0, before two pulses are added. */
export function makePulsedUnit(pulses: readonly [Pulse, Pulse]): Uint8Array<ArrayBuffer> {
  const signedQuads = 1;
  const [firstCodebook] = codebooks;
  if (!firstCodebook) throw new Error('There is no codebook');
  const lines = [1, -1, 0, 0].reduce((symbol, line) => symbol * 3 + line + 1, 0);
  // A long window with one band.
  const windows = [bits(0, 4), bits(1, 6), bits(0, 1)];
  const sections = [bits(signedQuads, 4), bits(1, 5), wordOf(scaleFactorCode, 60)];
  const coded = pulses.flatMap(({ offset, amplitude }) => [bits(offset, 5), bits(amplitude, 4)]);
  const rest = [bits(0, 2), wordOf(firstCodebook, lines), bits(7, 3)];
  const element = [bits(0, 3), bits(0, 4), bits(100, 8)];
  return toBytes([element, windows, sections, bits(1, 1), bits(1, 2), bits(0, 6), coded, rest].flat());
}

function toBytes(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = parts.join('').match(/.{1,8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

const bits = (value: number, length: number): string => value.toString(2).padStart(length, '0');

/** Returns the Huffman word of a symbol. */
function wordOf({ counts, symbols }: HuffmanCode, symbol: number): string {
  let word = 0;
  let index = 0;
  for (const [shorter, count] of counts.entries()) {
    const place = symbols.indexOf(symbol) - index;
    if (place < count) return bits(word + place, shorter + 1);
    index += count;
    word = (word + count) * 2;
  }
  throw new Error('There is no such symbol');
}
