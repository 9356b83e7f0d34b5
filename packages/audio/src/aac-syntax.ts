import { setImmediate } from 'node:timers/promises';
import { aacRatesHz } from './aac.ts';
import { bandWidths, codebooks, scaleFactorCode, type HuffmanCode } from './aac-tables.ts';
import { BitReader } from './binary.ts';
import { Refusal } from './refusal.ts';

/** The number of units between two turns of the event loop, in which the process can notice that its parent has ended. */
const batchSize = 500;

/** ISO/IEC 14496-3, table 4.85. */
const element = { single: 0, pair: 1, data: 4, fill: 6, end: 7 } as const;
const eightShort = 2;
/** The codebooks that code no spectral lines. */
const book = { zero: 0, reserved: 12, noise: 13, intensity: 14 } as const;
const escaped = 16;
const maxEscapeBits = 8;
const maxNoiseBits = 9;
const maxFilterOrder = 12;
const maxScaleFactor = 255;

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

/** The number of sign bits after each symbol, and of its values that are continued by an escape. */
const followers = shapes.map(({ values, modulus, isSigned }) =>
  Array.from({ length: modulus ** values }, (_, symbol) => {
    const digits = Array.from(
      { length: values },
      (_unused, digit) => Math.floor(symbol / modulus ** digit) % modulus,
    );
    return {
      signs: isSigned ? 0 : digits.filter((digit) => digit !== 0).length,
      escapes: modulus === 17 ? digits.filter((digit) => digit === escaped).length : 0,
    };
  }),
);

/**
 * Parses every access unit of AAC-LC to its last bit, like a decoder before it computes samples. Zeros, noise and most
 * damage violate the syntax early. Throws Refusal for units that no decoder accepts.
 */
export async function checkAac(units: readonly Uint8Array[], rateHz: number): Promise<void> {
  const widths = bandWidths[aacRatesHz.indexOf(rateHz)];
  if (!widths) throw new Refusal('AUDIO_UNDECODABLE');
  for (const [index, unit] of units.entries()) {
    checkUnit(new BitReader(unit), widths);
    if (index % batchSize === 0) await setImmediate();
  }
}

type Widths = (typeof bandWidths)[number];

/** Section 4.4.2.1, raw_data_block: elements up to the end element. */
function checkUnit(bits: BitReader, widths: Widths): void {
  let isSounding = false;
  for (let type = bits.read(3); type !== element.end; type = bits.read(3)) {
    isSounding ||= type === element.single || type === element.pair;
    skipElement(bits, type, widths);
  }
  bits.align();
  // Some encoders pad with zeros.
  while (bits.left > 0) if (bits.read(8) !== 0) throw new Refusal('AUDIO_UNDECODABLE');
  if (!isSounding) throw new Refusal('AUDIO_UNDECODABLE');
}

function skipElement(bits: BitReader, type: number, widths: Widths): void {
  switch (type) {
    case element.single:
      bits.skip(4);
      skipChannel(bits, widths, null);
      return;
    case element.pair:
      bits.skip(4);
      skipPair(bits, widths);
      return;
    case element.data: {
      bits.skip(4);
      const isAligned = bits.bit() === 1;
      const first = bits.read(8);
      const count = first === 255 ? first + bits.read(8) : first;
      if (isAligned) bits.align();
      bits.skip(count * 8);
      return;
    }
    case element.fill: {
      const first = bits.read(4);
      bits.skip((first === 15 ? first + bits.read(8) - 1 : first) * 8);
      return;
    }
    default:
      // Coupling, low-frequency and surround channels do not occur in mono or stereo.
      throw new Refusal('AUDIO_UNDECODABLE');
  }
}

function skipPair(bits: BitReader, widths: Widths): void {
  const isCommon = bits.bit() === 1;
  const windows = isCommon ? readWindows(bits, widths) : null;
  if (windows) {
    const mask = bits.read(2);
    if (mask === 3) throw new Refusal('AUDIO_UNDECODABLE');
    if (mask === 1) bits.skip(windows.groups.length * windows.bands);
  }
  skipChannel(bits, widths, windows);
  skipChannel(bits, widths, windows);
}

interface Windows {
  readonly isShort: boolean;
  /** The number of windows in each group, which share their scale factors. */
  readonly groups: readonly number[];
  /** The number of transmitted bands. */
  readonly bands: number;
  readonly widths: readonly number[];
}

/** Table 4.6, ics_info. */
function readWindows(bits: BitReader, { long, short }: Widths): Windows {
  bits.skip(1);
  const isShort = bits.read(2) === eightShort;
  bits.skip(1);
  const bands = bits.read(isShort ? 4 : 6);
  const widths = isShort ? short : long;
  const groups = [1];
  if (isShort) {
    for (let window = 1; window < 8; window += 1) {
      if (bits.bit() === 1) groups.push((groups.pop() ?? 0) + 1);
      else groups.push(1);
    }
  } else if (bits.bit() === 1) {
    // Prediction does not occur in AAC-LC.
    throw new Refusal('AUDIO_UNDECODABLE');
  }
  if (bands > widths.length) throw new Refusal('AUDIO_UNDECODABLE');
  return { isShort, groups, bands, widths };
}

/** Table 4.50, individual_channel_stream. */
function skipChannel(bits: BitReader, widths: Widths, common: Windows | null): void {
  const gain = bits.read(8);
  const windows = common ?? readWindows(bits, widths);
  const books = windows.groups.map(() => readSections(bits, windows));
  checkScaleFactors(bits, books.flat(), gain);
  if (bits.bit() === 1) {
    if (windows.isShort) throw new Refusal('AUDIO_UNDECODABLE');
    const pulses = bits.read(2) + 1;
    bits.skip(6 + pulses * 9);
  }
  if (bits.bit() === 1) skipNoiseShaping(bits, windows.isShort);
  // Gain control does not occur in AAC-LC.
  if (bits.bit() === 1) throw new Refusal('AUDIO_UNDECODABLE');
  for (const [group, bandBooks] of books.entries()) {
    for (const [band, bandBook] of bandBooks.entries()) {
      skipLines(bits, bandBook, (windows.widths[band] ?? 0) * (windows.groups[group] ?? 0));
    }
  }
}

/** Table 4.52, section_data: the codebook of each band. */
function readSections(bits: BitReader, { isShort, bands }: Windows): readonly number[] {
  const books: number[] = [];
  const lengthBits = isShort ? 3 : 5;
  const goesOn = 2 ** lengthBits - 1;
  while (books.length < bands) {
    const sectionBook = bits.read(4);
    if (sectionBook === book.reserved) throw new Refusal('AUDIO_UNDECODABLE');
    let part = goesOn;
    while (part === goesOn) {
      part = bits.read(lengthBits);
      for (let band = 0; band < part; band += 1) books.push(sectionBook);
    }
    if (books.length > bands) throw new Refusal('AUDIO_UNDECODABLE');
  }
  return books;
}

/** Table 4.53, scale_factor_data: each factor as the difference to the previous one of its kind. */
function checkScaleFactors(bits: BitReader, books: readonly number[], gain: number): void {
  let scaleFactor = gain;
  let isFirstNoise = true;
  for (const bandBook of books) {
    if (bandBook === book.zero) continue;
    if (bandBook === book.noise && isFirstNoise) {
      isFirstNoise = false;
      bits.skip(maxNoiseBits);
      continue;
    }
    const difference = readSymbol(bits, scaleFactorCode) - 60;
    if (bandBook >= book.noise) continue;
    scaleFactor += difference;
    if (scaleFactor < 0 || scaleFactor > maxScaleFactor) throw new Refusal('AUDIO_UNDECODABLE');
  }
}

/** Table 4.54, tns_data. */
function skipNoiseShaping(bits: BitReader, isShort: boolean): void {
  for (let window = isShort ? 8 : 1; window > 0; window -= 1) {
    const filters = bits.read(isShort ? 1 : 2);
    const resolution = filters > 0 ? bits.bit() + 3 : 0;
    for (let filter = 0; filter < filters; filter += 1) {
      bits.skip(isShort ? 4 : 6);
      const order = bits.read(isShort ? 3 : 5);
      if (order > maxFilterOrder) throw new Refusal('AUDIO_UNDECODABLE');
      if (order === 0) continue;
      bits.skip(1);
      bits.skip((resolution - bits.bit()) * order);
    }
  }
}

/** Table 4.56, spectral_data of one band. */
function skipLines(bits: BitReader, bandBook: number, lines: number): void {
  const code = codebooks[bandBook - 1];
  const shape = shapes[bandBook - 1];
  const after = followers[bandBook - 1];
  if (!code || !shape || !after) return;
  for (let line = 0; line < lines; line += shape.values) {
    const { signs, escapes } = after[readSymbol(bits, code)] ?? { signs: 0, escapes: 0 };
    bits.skip(signs);
    for (let escape = 0; escape < escapes; escape += 1) {
      let length = 4;
      while (bits.bit() === 1) length += 1;
      if (length > 4 + maxEscapeBits) throw new Refusal('AUDIO_UNDECODABLE');
      bits.skip(length);
    }
  }
}

/** Decodes a symbol of a canonical Huffman code: words of one length are consecutive, after those of shorter lengths. */
function readSymbol(bits: BitReader, { counts, symbols }: HuffmanCode): number {
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
