import { expect, test } from 'vitest';
import { eachOnce } from './each-once.ts';

const page = (...ids: string[]) => ({ items: ids.map((id) => ({ id })), nextCursor: null });

test('what moved between two pages is shown once, where it came first', () => {
  expect(eachOnce([page('a', 'b'), page('b', 'c')]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('a case stands for its story', () => {
  const items = [{ story: { id: 'a' } }, { story: { id: 'a' } }];
  expect(eachOnce([{ items, nextCursor: null }])).toHaveLength(1);
});

test('no page is no item', () => {
  expect(eachOnce(undefined)).toEqual([]);
});
