import { limits } from '@relato/contract/limits';
import { expect, it } from 'vitest';
import { findMostReported, toHeat, toLeadSeconds, toPlaces } from './heard-from.ts';

const { slices } = limits.reactions;
const durationMs = slices * 1_000;

it('is warmest in the part with the most reports, and counts the end of the recording to its last part', () => {
  const places = [
    { atMs: 2_000, count: 1 },
    { atMs: 5_000, count: 4 },
    { atMs: durationMs, count: 2 },
  ];
  const heat = toHeat(places, durationMs);
  expect(heat).toHaveLength(slices);
  expect([heat[0], heat[2], heat[5], heat[slices - 1]]).toEqual([0, 0.25, 1, 0.5]);
});

it('is cold without a reported place, also for a recording without a duration', () => {
  expect(toHeat([], 0)).toEqual(Array.from({ length: slices }, () => 0));
});

it('offers the most reported places in order of time, the earlier of two equal ones', () => {
  const places = [3, 1, 3, 1].map((count, index) => ({ atMs: index * 1_000, count }));
  expect(findMostReported(places, 3).map(({ atMs }) => atMs)).toEqual([0, 1_000, 2_000]);
});

it('starts ten seconds before a place, or at zero', () => {
  expect([4_000, 10_000, 83_000].map(toLeadSeconds)).toEqual([0, 0, 73]);
});

it('has a place for each watched word in the transcript', () => {
  const find = { list: 'Insultos', word: 'malo', field: 'transcript', atMs: 2_000, commentId: null } as const;
  expect(toPlaces([find, { ...find, field: 'title', atMs: null }])).toEqual([{ atMs: 2_000, count: 1 }]);
});
