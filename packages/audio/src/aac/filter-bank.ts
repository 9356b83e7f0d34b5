import { kaiser } from '../kaiser.ts';
import { InverseMdct } from './inverse-mdct.ts';
import { linesPerFrame, linesPerShortWindow, sequences, type Windows } from './read-unit.ts';

const shortWindows = linesPerFrame / linesPerShortWindow;
/** The flat part on each side of the eight short windows. */
const flat = (linesPerFrame - linesPerShortWindow) / 2;

/** Section 4.6.11.3.2: the rising half of a sine window. */
const sine = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, index) => Math.sin((Math.PI / 2 / length) * (index + 0.5)));

/** The rising half of a Kaiser-Bessel-derived window: the root of the running sum of a Kaiser window. */
function kaiserBessel(length: number, alpha: number): Float64Array {
  const weights = Array.from({ length: length + 1 }, (_, index) =>
    kaiser((2 * index) / length - 1, Math.PI * alpha),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return Float64Array.from({ length }, (_, index) => {
    sum += weights[index] ?? 0;
    return Math.sqrt(sum / total);
  });
}

/** By the shape that is coded. */
const longRises = [sine(linesPerFrame), kaiserBessel(linesPerFrame, 4)] as const;
const shortRises = [sine(linesPerShortWindow), kaiserBessel(linesPerShortWindow, 6)] as const;

/** Converts the lines of one channel to samples, frame by frame (section 4.6.11). Each frame overlaps the next by half. */
export class FilterBank {
  readonly #long = new InverseMdct(linesPerFrame);
  readonly #short = new InverseMdct(linesPerShortWindow);
  readonly #overlap = new Float64Array(linesPerFrame);
  #shape = 0;

  /** Returns the samples that this frame completes. */
  synthesize(lines: Float64Array, windows: Windows): Float32Array {
    const time = new Float64Array(2 * linesPerFrame);
    if (windows.isShort) this.#addShortWindows(time, lines, windows.shape);
    else this.#addLongWindow(time, lines, windows);
    this.#shape = windows.shape;
    const samples = new Float32Array(linesPerFrame);
    for (let index = 0; index < linesPerFrame; index += 1) {
      samples[index] = (time[index] ?? 0) + (this.#overlap[index] ?? 0);
    }
    this.#overlap.set(time.subarray(linesPerFrame));
    return samples;
  }

  /** A start window ends, and a stop window begins, with the slope of a short window between flat parts. */
  #addLongWindow(time: Float64Array, lines: Float64Array, { sequence, shape }: Windows): void {
    const block = this.#long.transform(lines);
    const previous = this.#shape === 1 ? 1 : 0;
    const current = shape === 1 ? 1 : 0;
    const hasShortRise = sequence === sequences.stop;
    const rise = hasShortRise ? shortRises[previous] : longRises[previous];
    const hasShortFall = sequence === sequences.start;
    const fall = hasShortFall ? shortRises[current] : longRises[current];
    const riseAt = hasShortRise ? flat : 0;
    const fallAt = linesPerFrame + (hasShortFall ? flat : 0);
    for (let index = riseAt; index < 2 * linesPerFrame; index += 1) {
      const value = block[index] ?? 0;
      if (index < linesPerFrame) time[index] = value * (rise[index - riseAt] ?? 1);
      else if (index < fallAt) time[index] = value;
      else time[index] = value * (fall[fall.length - 1 - (index - fallAt)] ?? 0);
    }
  }

  #addShortWindows(time: Float64Array, lines: Float64Array, shape: number): void {
    const length = linesPerShortWindow;
    const fall = shortRises[shape === 1 ? 1 : 0];
    for (let window = 0; window < shortWindows; window += 1) {
      const rise = window === 0 ? shortRises[this.#shape === 1 ? 1 : 0] : fall;
      const block = this.#short.transform(lines.subarray(window * length, (window + 1) * length));
      const at = flat + window * length;
      for (let index = 0; index < length; index += 1) {
        time[at + index] = (time[at + index] ?? 0) + (block[index] ?? 0) * (rise[index] ?? 0);
        time[at + length + index] = (block[length + index] ?? 0) * (fall[length - 1 - index] ?? 0);
      }
    }
  }
}
