import { BitReader } from '../binary.ts';
import { Refusal } from '../refusal.ts';
import { codebooks, scaleFactorCode, type Widths } from './tables.ts';
import { readLines, readSymbol } from './read-lines.ts';

/** ISO/IEC 14496-3, table 4.85. */
const element = { single: 0, pair: 1, data: 4, fill: 6, end: 7 } as const;
/** The codebooks that code no spectral lines. */
export const book = { zero: 0, reserved: 12, noise: 13, oppositeIntensity: 14, intensity: 15 } as const;
export const sequences = { long: 0, start: 1, eightShort: 2, stop: 3 } as const;
const maxNoiseBits = 9;
const maxFilterOrder = 12;
const maxScaleFactor = 255;
/** The first noise energy is coded relative to the gain of the channel (section 4.6.13.3). */
const noiseOffset = 90 + 2 ** (maxNoiseBits - 1);
export const linesPerFrame = 1024;
export const linesPerShortWindow = linesPerFrame / 8;
/** The largest quantized line: an escape of thirteen bits, and a pulse of four. */
export const maxLine = 2 ** 13 - 1 + 15;

/** The division of a frame into windows, and of their lines into bands. */
export interface Windows {
  readonly sequence: number;
  readonly isShort: boolean;
  /** 0 for sine windows, 1 for Kaiser-Bessel-derived windows. */
  readonly shape: number;
  /** The number of windows in each group, which share their scale factors. */
  readonly groups: readonly number[];
  /** The number of transmitted bands. */
  readonly bands: number;
  readonly widths: readonly number[];
}

/** A filter of temporal noise shaping. */
export interface Filter {
  /** The number of bands that it covers, counted from the previous filter downwards. */
  readonly bands: number;
  readonly isDownward: boolean;
  /** Reflection coefficients as they are quantized. */
  readonly coefficients: readonly number[];
  readonly resolutionBits: number;
}

/** One channel of a frame as it is coded. */
export interface Channel {
  readonly windows: Windows;
  /** The codebook of each band, by group. */
  readonly books: readonly (readonly number[])[];
  /** The scale factor, noise energy or intensity position of each band, by group. */
  readonly factors: readonly (readonly number[])[];
  /** The filters of each window. */
  readonly filters: readonly (readonly Filter[])[];
  /** The quantized lines, window by window. */
  readonly lines: Int16Array;
}

/** The coded channels of a frame: one or two. */
export interface Unit {
  readonly channels: readonly [Channel] | readonly [Channel, Channel];
  /** True for a band that is coded as sum and difference, by group. Inverts bands with an intensity instead of lines. */
  readonly isMidSide: (group: number, band: number) => boolean;
}

/**
 * Reads an access unit of AAC-LC to its last bit (section 4.4.2.1, raw_data_block). Zeros, noise and most damage violate
 * the syntax early. Returns the first sound, as recorders write no other. Throws Refusal for units that no decoder accepts.
 */
export function readUnit(bytes: Uint8Array, widths: Widths): Unit {
  const bits = new BitReader(bytes);
  let unit: Unit | null = null;
  for (let type = bits.read(3); type !== element.end; type = bits.read(3)) {
    const sound = readElement(bits, type, widths);
    unit ??= sound;
  }
  bits.align();
  // Some encoders pad with zeros.
  while (bits.left > 0) if (bits.read(8) !== 0) throw new Refusal('AUDIO_UNDECODABLE');
  if (!unit) throw new Refusal('AUDIO_UNDECODABLE');
  return unit;
}

function readElement(bits: BitReader, type: number, widths: Widths): Unit | null {
  switch (type) {
    case element.single:
      bits.skip(4);
      return { channels: [readChannel(bits, widths, null)], isMidSide: () => false };
    case element.pair:
      bits.skip(4);
      return readPair(bits, widths);
    case element.data: {
      bits.skip(4);
      const isAligned = bits.bit() === 1;
      const first = bits.read(8);
      const count = first === 255 ? first + bits.read(8) : first;
      if (isAligned) bits.align();
      bits.skip(count * 8);
      return null;
    }
    case element.fill: {
      const first = bits.read(4);
      bits.skip((first === 15 ? first + bits.read(8) - 1 : first) * 8);
      return null;
    }
    default:
      // Coupling, low-frequency and surround channels do not occur in mono or stereo.
      throw new Refusal('AUDIO_UNDECODABLE');
  }
}

function readPair(bits: BitReader, widths: Widths): Unit {
  const windows = bits.bit() === 1 ? readWindows(bits, widths) : null;
  const kind = windows ? bits.read(2) : 0;
  if (kind === 3) throw new Refusal('AUDIO_UNDECODABLE');
  const mask =
    windows && kind === 1
      ? windows.groups.map(() => Array.from({ length: windows.bands }, () => bits.bit() === 1))
      : [];
  return {
    channels: [readChannel(bits, widths, windows), readChannel(bits, widths, windows)],
    isMidSide: (group, band) => kind === 2 || mask[group]?.[band] === true,
  };
}

/** Table 4.6, ics_info. */
function readWindows(bits: BitReader, { long, short }: Widths): Windows {
  bits.skip(1);
  const coded = bits.read(2);
  const isShort = coded === sequences.eightShort;
  const shape = bits.bit();
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
  return { sequence: coded, isShort, shape, groups, bands, widths };
}

interface Pulse {
  readonly at: number;
  readonly amplitude: number;
}

/** Table 4.50, individual_channel_stream. */
function readChannel(bits: BitReader, widths: Widths, common: Windows | null): Channel {
  const gain = bits.read(8);
  const windows = common ?? readWindows(bits, widths);
  const books = windows.groups.map(() => readSections(bits, windows));
  const factors = readFactors(bits, books, gain);
  const pulses = bits.bit() === 1 ? readPulses(bits, windows) : [];
  const filters = bits.bit() === 1 ? readFilters(bits, windows.isShort) : [];
  // Gain control does not occur in AAC-LC.
  if (bits.bit() === 1) throw new Refusal('AUDIO_UNDECODABLE');
  const lines = readSpectrum(bits, windows, books);
  for (const { at, amplitude } of pulses) {
    const line = lines[at];
    if (line === undefined) throw new Refusal('AUDIO_UNDECODABLE');
    lines[at] = line + (line > 0 ? amplitude : -amplitude);
  }
  return { windows, books, factors, filters, lines };
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
function readFactors(
  bits: BitReader,
  books: readonly (readonly number[])[],
  gain: number,
): readonly (readonly number[])[] {
  let scaleFactor = gain;
  let position = 0;
  let energy: number | null = null;
  const readDifference = () => readSymbol(bits, scaleFactorCode) - 60;
  const readFactor = (bandBook: number): number => {
    switch (bandBook) {
      case book.zero:
        return 0;
      case book.noise:
        energy = energy === null ? gain - noiseOffset + bits.read(maxNoiseBits) : energy + readDifference();
        return energy;
      case book.oppositeIntensity:
      case book.intensity:
        position += readDifference();
        return position;
      default:
        scaleFactor += readDifference();
        if (scaleFactor < 0 || scaleFactor > maxScaleFactor) throw new Refusal('AUDIO_UNDECODABLE');
        return scaleFactor;
    }
  };
  return books.map((bandBooks) => bandBooks.map(readFactor));
}

/** Table 4.7, pulse_data. */
function readPulses(bits: BitReader, { isShort, widths }: Windows): readonly Pulse[] {
  if (isShort) throw new Refusal('AUDIO_UNDECODABLE');
  const count = bits.read(2) + 1;
  const band = bits.read(6);
  let at = widths.slice(0, band).reduce((sum, width) => sum + width, 0);
  return Array.from({ length: count }, () => {
    at += bits.read(5);
    return { at, amplitude: bits.read(4) };
  });
}

/** Table 4.54, tns_data. */
function readFilters(bits: BitReader, isShort: boolean): readonly (readonly Filter[])[] {
  return Array.from({ length: isShort ? 8 : 1 }, () => {
    const count = bits.read(isShort ? 1 : 2);
    const resolutionBits = count > 0 ? bits.bit() + 3 : 0;
    return Array.from({ length: count }, () => readFilter(bits, isShort, resolutionBits));
  });
}

function readFilter(bits: BitReader, isShort: boolean, resolutionBits: number): Filter {
  const bands = bits.read(isShort ? 4 : 6);
  const order = bits.read(isShort ? 3 : 5);
  if (order > maxFilterOrder) throw new Refusal('AUDIO_UNDECODABLE');
  if (order === 0) return { bands, isDownward: false, coefficients: [], resolutionBits };
  const isDownward = bits.bit() === 1;
  const codedBits = resolutionBits - bits.bit();
  const coefficients = Array.from({ length: order }, () => {
    const value = bits.read(codedBits);
    return value < 2 ** (codedBits - 1) ? value : value - 2 ** codedBits;
  });
  return { bands, isDownward, coefficients, resolutionBits };
}

/** Table 4.56, spectral_data: by group, band and window. */
function readSpectrum(
  bits: BitReader,
  { widths, groups }: Windows,
  books: readonly (readonly number[])[],
): Int16Array {
  const lines = new Int16Array(linesPerFrame);
  let firstWindow = 0;
  for (const [group, bandBooks] of books.entries()) {
    const windows = groups[group] ?? 0;
    let at = firstWindow * linesPerShortWindow;
    for (const [band, bandBook] of bandBooks.entries()) {
      const width = widths[band] ?? 0;
      if (codebooks[bandBook - 1]) {
        for (let window = 0; window < windows; window += 1) {
          readLines(bits, bandBook, lines, at + window * linesPerShortWindow, width);
        }
      }
      at += width;
    }
    firstWindow += windows;
  }
  return lines;
}
