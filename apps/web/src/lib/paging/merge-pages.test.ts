import { expect, test } from 'vitest';
import { mergePages } from './merge-pages.ts';

const page = (...ids: string[]) => ({ items: ids.map((id) => ({ id })), nextCursor: null });

test('what moved between two pages is shown once, where it came first', () => {
  expect(mergePages([page('a', 'b'), page('b', 'c')]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('a case stands for its story', () => {
  const items = [{ story: { id: 'a' } }, { story: { id: 'a' } }];
  expect(mergePages([{ items, nextCursor: null }])).toHaveLength(1);
});

test('no page is no item', () => {
  expect(mergePages(undefined)).toEqual([]);
});
