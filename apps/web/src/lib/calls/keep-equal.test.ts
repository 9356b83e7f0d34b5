import { expect, it } from 'vitest';
import { keepEqual } from './keep-equal.ts';

const story = (id: string, title: string, day = 1) => ({
  id,
  title,
  createdAt: new Date(2026, 1, day),
  tags: ['mar'],
  author: null,
});

it('returns the same object for equal data with dates', () => {
  const last = { pages: [{ items: [story('a', 'La barca')], nextCursor: null }] };
  expect(keepEqual(last, structuredClone(last))).toBe(last);
});

it('keeps the items that did not change, also where they moved', () => {
  const last = [story('a', 'La barca'), story('b', 'El pozo'), story('c', 'La feria')];
  const next = [story('new', 'El tren'), story('a', 'La barca'), story('b', 'El pozo seco')];
  const kept = keepEqual(last, next) as typeof next;
  expect(kept).toEqual(next);
  expect(kept[1]).toBe(last[0]);
  expect(kept[2]).not.toBe(last[1]);
  expect(kept[2]?.createdAt).toBe(last[1]?.createdAt);
});

it.each([
  ['another date', story('a', 'La barca'), story('a', 'La barca', 2)],
  ['a missing key', story('a', 'La barca'), { id: 'a', title: 'La barca' }],
  ['a new key', { id: 'a' }, { id: 'a', title: undefined }],
  ['another key', { id: 'a', one: undefined }, { id: 'a', two: undefined }],
  ['fewer items', ['mar', 'sol'], ['mar']],
  ['the same items in another order', [story('a', 'A'), story('b', 'B')], [story('b', 'B'), story('a', 'A')]],
  ['an item twice', [story('a', 'A'), story('b', 'B')], [story('a', 'A'), story('a', 'A')]],
  ['a list in place of an object', { 0: 'mar' }, ['mar']],
  ['nothing in place of data', story('a', 'La barca'), null],
  ['data in place of nothing', undefined, story('a', 'La barca')],
  ['an object of a class', new Set([1]), new Set([2])],
])('returns the new data after a change: %s', (_name, last, next) => {
  const kept = keepEqual(last, next);
  expect(kept).not.toBe(last);
  expect(kept).toStrictEqual(next);
});
