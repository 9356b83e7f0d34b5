import {
  book,
  linesPerFrame,
  linesPerShortWindow,
  maxLine,
  type Channel,
  type Unit,
  type Windows,
} from './read-unit.ts';

/** The scale factor of gain 1 (ISO/IEC 14496-3, section 4.6.2.3.3), for samples of 16 bits, which become -1 to 1 here. */
const scaleFactorOffset = 100;
const fullScale = 32_768;

const powers = Float64Array.from({ length: maxLine + 1 }, (_, value) => value ** (4 / 3));

/** Generates the noise that stands for bands without lines. The same frames always yield the same sound. */
export type Noise = () => number;

/** Returns a linear congruential generator ("Numerical Recipes") of numbers from -1 to 1. */
export function createNoise(): Noise {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}

/** Returns the lines of each channel of a frame, before temporal noise shaping. */
export function toSpectra({ channels, isMidSide }: Unit, noise: Noise): readonly Float64Array[] {
  const spectra = channels.map((channel) => toSpectrum(channel, noise));
  const [left, right] = spectra;
  const [leftChannel, rightChannel] = channels;
  if (!left || !right || !rightChannel) return spectra;
  for (const { group, band, ranges } of bandsOf(rightChannel.windows)) {
    const leftBook = leftChannel.books[group]?.[band] ?? 0;
    const rightBook = rightChannel.books[group]?.[band] ?? 0;
    if (rightBook >= book.oppositeIntensity) {
      const position = rightChannel.factors[group]?.[band] ?? 0;
      const isInverted = (rightBook === book.intensity) === isMidSide(group, band);
      const scale = 0.5 ** (position / 4) * (isInverted ? -1 : 1);
      forEachLine(ranges, (line) => {
        right[line] = (left[line] ?? 0) * scale;
      });
    } else if (isMidSide(group, band) && leftBook < book.noise && rightBook < book.noise) {
      forEachLine(ranges, (line) => {
        const middle = left[line] ?? 0;
        const side = right[line] ?? 0;
        left[line] = middle + side;
        right[line] = middle - side;
      });
    }
  }
  return spectra;
}

function toSpectrum({ windows, books, factors, lines }: Channel, noise: Noise): Float64Array {
  const spectrum = new Float64Array(linesPerFrame);
  for (const { group, band, ranges } of bandsOf(windows)) {
    const bandBook = books[group]?.[band] ?? book.zero;
    const factor = factors[group]?.[band] ?? 0;
    if (bandBook === book.noise) {
      for (const range of ranges) fillWithNoise(spectrum.subarray(range.from, range.to), factor, noise);
    } else if (bandBook !== book.zero && bandBook < book.noise) {
      const gain = 2 ** ((factor - scaleFactorOffset) / 4) / fullScale;
      forEachLine(ranges, (line) => {
        const value = lines[line] ?? 0;
        spectrum[line] = (powers[Math.abs(value)] ?? 0) * (value < 0 ? -gain : gain);
      });
    }
  }
  return spectrum;
}

/** Section 4.6.13.3: noise of the transmitted energy. */
function fillWithNoise(lines: Float64Array, energyFactor: number, noise: Noise): void {
  let energy = 0;
  for (let line = 0; line < lines.length; line += 1) {
    const value = noise();
    lines[line] = value;
    energy += value * value;
  }
  const scale = 2 ** (energyFactor / 4) / Math.sqrt(energy) / fullScale;
  for (let line = 0; line < lines.length; line += 1) lines[line] = (lines[line] ?? 0) * scale;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Band {
  readonly group: number;
  readonly band: number;
  /** Its lines in each window of its group. */
  readonly ranges: readonly Range[];
}

function* bandsOf({ groups, bands, widths }: Windows): Generator<Band> {
  let firstWindow = 0;
  for (const [group, windows] of groups.entries()) {
    let offset = firstWindow * linesPerShortWindow;
    for (let band = 0; band < bands; band += 1) {
      const width = widths[band] ?? 0;
      const start = offset;
      const ranges = Array.from({ length: windows }, (_, window) => ({
        from: start + window * linesPerShortWindow,
        to: start + window * linesPerShortWindow + width,
      }));
      yield { group, band, ranges };
      offset += width;
    }
    firstWindow += windows;
  }
}

function forEachLine(ranges: readonly Range[], work: (line: number) => void): void {
  for (const { from, to } of ranges) for (let line = from; line < to; line += 1) work(line);
}
