import { retention } from '@relato/contract/retention';
import { expect, test } from 'vitest';
import { toLastDay, toLaterDay, toLaterEnds } from './freeze-days.ts';

const freeze = {
  createdAt: new Date('2026-12-03T23:30:00Z'),
  endsAt: new Date('2027-03-01T00:00:00Z'),
  isProlonged: false,
};

test('the last day of a freeze is the one before the moment at which it ends', () => {
  expect(toLastDay(freeze)).toBe('2027-02-28');
});

test('a freeze can be prolonged to a later day within the longest time from its first day', () => {
  const max = toLaterDay('2026-12-03', retention.frozenStory.days);
  expect(toLaterEnds(freeze)).toEqual({ min: '2027-03-01', max });
  const longest = { ...freeze, endsAt: new Date(max) };
  expect(toLaterEnds(longest)).toEqual({ min: max, max });
});

test('a freeze cannot be prolonged twice or beyond the longest time', () => {
  expect(toLaterEnds({ ...freeze, isProlonged: true })).toBeNull();
  const after = new Date(toLaterDay('2026-12-03', retention.frozenStory.days + 1));
  expect(toLaterEnds({ ...freeze, endsAt: after })).toBeNull();
});
