import { expect, test } from 'vitest';
import { mergePages } from './merge-pages.ts';

const page = (...ids: string[]) => ({ items: ids.map((id) => ({ id })), nextCursor: null });

test('mergePages returns an item that moved between two pages once, at its first position', () => {
  expect(mergePages([page('a', 'b'), page('b', 'c')]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('mergePages keeps the first version of an item', () => {
  const pages = ['new', 'old'].map((version) => ({ items: [{ id: 'a', version }], nextCursor: null }));
  expect(mergePages(pages)).toEqual([{ id: 'a', version: 'new' }]);
});

test('mergePages identifies a case by its story', () => {
  const items = [{ story: { id: 'a' } }, { story: { id: 'a' } }];
  expect(mergePages([{ items, nextCursor: null }])).toHaveLength(1);
});

test('mergePages identifies facts about a recording by the recording', () => {
  const items = ['a', 'b', 'a'].map((recordingId) => ({ recordingId }));
  expect(mergePages([{ items, nextCursor: null }])).toEqual(items.slice(0, 2));
});

test('mergePages returns no items without pages', () => {
  expect(mergePages(undefined)).toEqual([]);
});
