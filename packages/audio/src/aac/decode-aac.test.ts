import { describe, expect, it } from 'vitest';
import { packetsOf, readFixture } from '../testing/recordings.ts';
import { decodeAac } from './decode-aac.ts';
import { InverseMdct } from './inverse-mdct.ts';
import { makePulsedUnit } from '../testing/aac-units.ts';
import { book, readUnit, sequences, type Channel } from './read-unit.ts';
import { createNoise, toSpectra } from './spectrum.ts';
import { bandWidths } from './tables.ts';

/** The frame before time zero, which FFmpeg leaves out. */
const primingFrames = 1;

it('decodes every tool of AAC-LC as FFmpeg does, to half a step of 16 bits', async () => {
  // Short, starting and stopping windows of both shapes, noise shaping, sums and differences, intensities.
  const units = (await packetsOf(await readFixture('aac_tools.m4a'))).map(({ data }) => data);
  const frames = [...decodeAac(units, 44_100)].slice(primingFrames);
  const reference = await readFixture('aac_tools.s16');
  const view = new DataView(reference.buffer, reference.byteOffset, reference.byteLength);
  expect(frames).toHaveLength(view.byteLength / 2 / 2 / 1024);
  let worst = 0;
  for (const [frame, channels] of frames.entries()) {
    for (const [channel, samples] of channels.entries()) {
      for (const [index, sample] of samples.entries()) {
        const expected = view.getInt16(((frame * 1024 + index) * 2 + channel) * 2, true);
        const clipped = Math.max(-0x8000, Math.min(0x7fff, sample * 0x8000));
        worst = Math.max(worst, Math.abs(clipped - expected));
      }
    }
  }
  expect(worst).toBeLessThan(0.51);
});

it('pulses make their lines larger, in the direction of the line', () => {
  const [widths] = bandWidths;
  if (!widths) throw new Error('There are no widths');
  const bytes = makePulsedUnit([
    { offset: 0, amplitude: 5 },
    { offset: 1, amplitude: 7 },
  ]);
  const [channel] = readUnit(bytes, widths).channels;
  expect([...channel.lines.subarray(0, 5)]).toEqual([6, -8, 0, 0, 0]);
});

it('the noise that stands for a band has the coded energy', () => {
  const channel: Channel = {
    windows: { sequence: sequences.long, isShort: false, shape: 0, groups: [1], bands: 2, widths: [40, 40] },
    books: [[book.zero, book.noise]],
    factors: [[0, 50]],
    filters: [],
    lines: new Int16Array(1024),
  };
  const [spectrum] = toSpectra({ channels: [channel], isMidSide: () => false }, createNoise());
  const energyOf = (from: number, to: number) =>
    (spectrum ?? new Float64Array()).subarray(from, to).reduce((sum, line) => sum + (line * 32_768) ** 2, 0);
  expect(energyOf(0, 40)).toBe(0);
  expect(energyOf(40, 80)).toBeCloseTo(2 ** (50 / 2), 0);
});

describe.each([8, 128, 1024])('the inverse transform of %i lines', (lines) => {
  it('is that of the standard', () => {
    const noise = createNoise();
    const input = Float64Array.from({ length: lines }, noise);
    const output = new InverseMdct(lines).transform(input);
    for (let n = 0; n < 2 * lines; n += Math.max(1, lines / 64)) {
      const expected = input.reduce(
        (sum, line, k) => sum + line * Math.cos((Math.PI / lines) * (n + 0.5 + lines / 2) * (k + 0.5)),
        0,
      );
      expect(output[n]).toBeCloseTo(expected / lines, 10);
    }
  });
});
