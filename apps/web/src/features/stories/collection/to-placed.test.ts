import { expect, it } from 'vitest';
import { toPlaced } from './to-placed.ts';

const pages = ['abc', 'de'].map((ids, index) => ({
  items: Array.from(ids, (id) => ({ id })),
  nextCursor: index === 0 ? 'next' : null,
}));

it.each([
  ['b', 'a', 'bac de'],
  ['a', 'c', 'bac de'],
  ['e', 'b', 'aeb cd'],
  ['a', 'e', 'bcd ae'],
  ['c', 'c', 'abc de'],
  ['x', 'a', 'abc de'],
  ['a', 'x', 'abc de'],
])('moves %s before %s: %s', (id, before, expected) => {
  const placed = toPlaced(pages, id, before);
  expect(placed.map(({ items }) => items.map((item) => item.id).join('')).join(' ')).toBe(expected);
  expect(placed.map(({ nextCursor }) => nextCursor)).toEqual(['next', null]);
});
