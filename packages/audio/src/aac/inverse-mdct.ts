/**
 * The inverse modified discrete cosine transform of ISO/IEC 14496-3, section 4.6.11.3.1: 2N samples from N lines, as
 * x[n] = 1/N · Σ X[k] · cos(π/N · (n + 1/2 + N/2) · (k + 1/2)).
 *
 * It is a DCT-IV whose N values are repeated with the symmetries of the cosine. The DCT-IV takes N · log N steps as a
 * complex Fourier transform of N/2 points between two rotations.
 */
export class InverseMdct {
  readonly #lines: number;
  readonly #rotation: Rotation;
  readonly #fourier: Fourier;
  readonly #cosines: Float64Array;
  readonly #samples: Float64Array;

  /** `lines` is a power of two, at least 4. */
  constructor(lines: number) {
    const points = lines / 2;
    this.#lines = lines;
    this.#rotation = rotationOf(points, (index) => (Math.PI / lines) * (index + 1 / 8));
    this.#fourier = new Fourier(points);
    this.#cosines = new Float64Array(lines);
    this.#samples = new Float64Array(2 * lines);
  }

  /** Returns an array that the next call overwrites. */
  transform(lines: Float64Array): Float64Array {
    this.#transformCosines(lines);
    const half = this.#lines / 2;
    for (let index = 0; index < half; index += 1) {
      const low = this.#cosines[index] ?? 0;
      const high = this.#cosines[half + index] ?? 0;
      this.#samples[index] = high;
      this.#samples[2 * half - 1 - index] = -high;
      this.#samples[3 * half - 1 - index] = -low;
      this.#samples[3 * half + index] = -low;
    }
    return this.#samples;
  }

  #transformCosines(lines: Float64Array): void {
    const last = this.#lines - 1;
    const { cos, sin } = this.#rotation;
    const { real, imaginary, order } = this.#fourier;
    for (let index = 0; index < cos.length; index += 1) {
      const even = lines[2 * index] ?? 0;
      const odd = lines[last - 2 * index] ?? 0;
      const c = cos[index] ?? 0;
      const s = sin[index] ?? 0;
      const target = order[index] ?? 0;
      real[target] = even * c + odd * s;
      imaginary[target] = odd * c - even * s;
    }
    this.#fourier.transform();
    for (let index = 0; index < cos.length; index += 1) {
      const re = real[index] ?? 0;
      const im = imaginary[index] ?? 0;
      const c = (cos[index] ?? 0) / this.#lines;
      const s = (sin[index] ?? 0) / this.#lines;
      this.#cosines[2 * index] = re * c + im * s;
      this.#cosines[last - 2 * index] = re * s - im * c;
    }
  }
}

interface Rotation {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

const rotationOf = (length: number, angle: (index: number) => number): Rotation => ({
  cos: Float64Array.from({ length }, (_, index) => Math.cos(angle(index))),
  sin: Float64Array.from({ length }, (_, index) => Math.sin(angle(index))),
});

/** A Fourier transform (Cooley-Tukey, radix 2). Takes point n at `order[n]`, and returns the points in their order. */
class Fourier {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly order: Uint16Array;
  readonly #rotation: Rotation;

  constructor(points: number) {
    this.real = new Float64Array(points);
    this.imaginary = new Float64Array(points);
    this.order = reversedBits(points);
    this.#rotation = rotationOf(points / 2, (index) => (-2 * Math.PI * index) / points);
  }

  transform(): void {
    const points = this.real.length;
    for (let half = 1; half < points; half *= 2) {
      for (let start = 0; start < points; start += 2 * half) this.#combine(start, half);
    }
  }

  #combine(start: number, half: number): void {
    const { real, imaginary } = this;
    const { cos, sin } = this.#rotation;
    const step = real.length / (2 * half);
    for (let index = 0; index < half; index += 1) {
      const one = start + index;
      const other = one + half;
      const c = cos[index * step] ?? 0;
      const s = sin[index * step] ?? 0;
      const re = (real[other] ?? 0) * c - (imaginary[other] ?? 0) * s;
      const im = (real[other] ?? 0) * s + (imaginary[other] ?? 0) * c;
      real[other] = (real[one] ?? 0) - re;
      imaginary[other] = (imaginary[one] ?? 0) - im;
      real[one] = (real[one] ?? 0) + re;
      imaginary[one] = (imaginary[one] ?? 0) + im;
    }
  }
}

/** Returns every index below `points` with its bits in reverse. */
function reversedBits(points: number): Uint16Array {
  const reversed = new Uint16Array(points);
  for (let index = 1; index < points; index += 1) {
    reversed[index] = ((reversed[index >> 1] ?? 0) >> 1) + (index & 1 ? points / 2 : 0);
  }
  return reversed;
}
