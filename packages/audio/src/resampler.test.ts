import { describe, expect, it } from 'vitest';
import { Resampler } from './resampler.ts';

const toHz = 16_000;
const seconds = 0.5;

/** Converts a sine in pieces of odd lengths. */
function convert(hz: number, fromHz: number, pieces: number): Float32Array {
  const input = Float32Array.from({ length: seconds * fromHz }, (_, index) =>
    Math.sin((2 * Math.PI * hz * index) / fromHz),
  );
  const output = new Float32Array(seconds * toHz);
  const resampler = new Resampler(fromHz, toHz, output);
  const step = Math.ceil(input.length / pieces);
  for (let at = 0; at < input.length; at += step) resampler.push(input.subarray(at, at + step));
  resampler.finish();
  return output;
}

/** The largest value away from the ends, where the sine begins and ends suddenly. */
const largest = (samples: Float32Array, value: (sample: number, index: number) => number) =>
  samples.reduce((most, sample, index) => {
    const isInside = index > 200 && index < samples.length - 200;
    return isInside ? Math.max(most, Math.abs(value(sample, index))) : most;
  }, 0);

describe.each([48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 8_000, 96_000, 47_999])(
  'from %i Hz',
  (fromHz) => {
    it('keeps a tone of speech: its amplitude, its phase, its time', () => {
      const samples = convert(1_000, fromHz, 7);
      const error = largest(
        samples,
        (sample, index) => sample - Math.sin((2 * Math.PI * 1_000 * index) / toHz),
      );
      expect(error).toBeLessThan(fromHz === 47_999 ? 2e-3 : 2e-4);
    });

    it('yields the same in one piece and in many', () => {
      expect(convert(440, fromHz, 311)).toEqual(convert(440, fromHz, 1));
    });
  },
);

it.each([
  [48_000, 9_000],
  [48_000, 20_000],
  [44_100, 12_345],
])('removes what 16 kHz cannot carry: from %i Hz, a tone of %i Hz', (fromHz, hz) => {
  expect(largest(convert(hz, fromHz, 3), (sample) => sample)).toBeLessThan(1e-3);
});
