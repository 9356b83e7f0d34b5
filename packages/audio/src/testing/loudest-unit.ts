import { scaleFactorCode } from '../aac/tables.ts';

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
    ...Array.from({ length: groups.length * bandsOfShortWindows - 1 }, () => wordOf(steepest)),
  ];
  const rest = [bits(0, 3), bits(7, 3)];
  const text = [element, windows, sections, energies, rest].flat(2).join('');
  const bytes = text.match(/.{1,8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

const bits = (value: number, length: number): string => value.toString(2).padStart(length, '0');

/** Returns the Huffman word of a difference of scale factors, plus 60. */
function wordOf(symbol: number): string {
  const { counts, symbols } = scaleFactorCode;
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
