import { expect, it } from 'vitest';
import { toGainDb } from './loudness.ts';

it.each([
  ['a loud one becomes quieter', -10, -0.5, -6],
  ['a quiet one becomes louder', -22.3, -12, 6.3],
  ['one with a loud moment only as far as that does not clip', -24, -3.25, 2.2],
  ['one that clips becomes quieter by that', -20, 0.3, -1.3],
  ['one that is nearly silent stays quiet, because its noise would be heard', -60, -40, 20],
])('of recordings, %s', (_title, lufs, truePeak, gainDb) => {
  expect(toGainDb({ lufs, truePeak })).toBe(gainDb);
});
