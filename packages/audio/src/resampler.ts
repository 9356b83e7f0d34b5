import { kaiser } from './kaiser.ts';

/** The middle of the transition band, as a part of half the lower rate. */
const cutoff = 0.9;
/** Attenuates by 80 dB; with this many zero crossings of the sinc on each side, the transition takes 0.2 of half the rate. */
const beta = 8;
const crossings = 24;
/** Rates whose ratio needs more phases than this are met by the nearest one, 1/1024 of a sample beside. */
const maxPhases = 1024;
const noWeights = new Float32Array();

/**
 * Converts a stream of samples to another rate by a windowed sinc (J. O. Smith, "Digital Audio Resampling"), whose phases
 * are computed once. The output is not delayed: sample n of it is the sound at n / toHz seconds.
 */
export class Resampler {
  readonly #fromHz: number;
  readonly #toHz: number;
  readonly #phases: readonly Float32Array[];
  /** The number of input samples on each side of the output. */
  readonly #reach: number;
  readonly #output: Float32Array;
  #written = 0;
  /** The input from the sample `#start` on; samples before the first are silence. */
  #input: Float32Array;
  #start: number;
  #length: number;

  /** Fills `output`, and drops what goes beyond it. */
  constructor(fromHz: number, toHz: number, output: Float32Array) {
    this.#fromHz = fromHz;
    this.#toHz = toHz;
    this.#output = output;
    const step = Math.max(1, fromHz / toHz);
    this.#reach = Math.ceil((crossings * step) / cutoff);
    const count = Math.min(maxPhases, toHz / greatestDivisor(fromHz, toHz));
    this.#phases = Array.from({ length: count }, (_, phase) => this.#kernelOf(phase / count, cutoff / step));
    this.#start = -this.#reach;
    this.#length = this.#reach;
    this.#input = new Float32Array(2 * this.#reach);
  }

  /** Returns the weights of the samples around a position between two samples, which amplify a constant by 1. */
  #kernelOf(fraction: number, frequency: number): Float32Array {
    const reach = this.#reach;
    const weights = Float64Array.from({ length: 2 * reach }, (_, index) => {
      const distance = index - reach + 1 - fraction;
      return kaiser(distance / reach, beta) * sinc(distance * frequency);
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return Float32Array.from(weights, (weight) => weight / sum);
  }

  push(samples: Float32Array): void {
    this.#append(samples);
    this.#write();
  }

  /** Writes the rest, as if silence followed. */
  finish(): void {
    this.push(new Float32Array(2 * this.#reach));
  }

  #append(samples: Float32Array): void {
    // Drops what no later output needs.
    const first = Math.floor((this.#written * this.#fromHz) / this.#toHz) - this.#reach + 1;
    const dropped = Math.min(this.#length, Math.max(0, first - this.#start));
    const kept = this.#input.subarray(dropped, this.#length);
    const needed = kept.length + samples.length;
    if (needed > this.#input.length) {
      const larger = new Float32Array(2 * needed);
      larger.set(kept);
      this.#input = larger;
    } else this.#input.copyWithin(0, dropped, this.#length);
    this.#input.set(samples, kept.length);
    this.#start += dropped;
    this.#length = needed;
  }

  #write(): void {
    const count = this.#phases.length;
    for (; this.#written < this.#output.length; this.#written += 1) {
      const position = this.#written * this.#fromHz;
      let before = Math.floor(position / this.#toHz);
      let phase = Math.round(((position % this.#toHz) * count) / this.#toHz);
      if (phase === count) {
        phase = 0;
        before += 1;
      }
      const from = before - this.#reach + 1 - this.#start;
      if (from + 2 * this.#reach > this.#length) return;
      this.#output[this.#written] = this.#weigh(from, this.#phases[phase] ?? noWeights);
    }
  }

  #weigh(from: number, weights: Float32Array): number {
    let sum = 0;
    for (let index = 0; index < weights.length; index += 1) {
      sum += (weights[index] ?? 0) * (this.#input[from + index] ?? 0);
    }
    return sum;
  }
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);
