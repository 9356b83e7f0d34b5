import { expect, it } from 'vitest';
import { Freshness } from './freshness.ts';

const toMoment = (askedAtMs: number, position: number) => ({
  askedAtMs,
  position,
  timeMs: askedAtMs + 5_000,
});

it('returns the last moment whose writes are all replayed', () => {
  const freshness = new Freshness(1_000);
  expect(freshness.findShown(500)).toBeNull();
  for (const [at, position] of [
    [100, 10],
    [200, 20],
    [300, 20],
    [400, 40],
  ] as const)
    freshness.add(toMoment(at, position));
  expect(freshness.findShown(9)).toBeNull();
  expect(freshness.findShown(10)?.askedAtMs).toBe(100);
  expect(freshness.findShown(39)?.askedAtMs).toBe(300);
  expect(freshness.findShown(40)?.timeMs).toBe(5_400);
});

it('is up to date without writes, however old the last one is', () => {
  const freshness = new Freshness(1_000);
  for (let at = 0; at <= 10_000; at += 200) freshness.add(toMoment(at, 7));
  expect(freshness.findShown(7)?.askedAtMs).toBe(10_000);
});

it('forgets old moments, so that a replica far behind counts as near only once it is near', () => {
  const freshness = new Freshness(1_000);
  freshness.add(toMoment(0, 1));
  expect(freshness.findShown(1)?.askedAtMs).toBe(0);
  for (let at = 200; at <= 5_000; at += 200) freshness.add(toMoment(at, at));
  expect(freshness.findShown(3_000)?.askedAtMs).toBe(0);
  expect(freshness.findShown(4_200)?.askedAtMs).toBe(4_200);
});

it('returns no moment for a replica that has lost replayed writes', () => {
  const freshness = new Freshness(1_000);
  freshness.add(toMoment(0, 10));
  expect(freshness.findShown(10)?.askedAtMs).toBe(0);
  expect(freshness.findShown(9)).toBeNull();
});
