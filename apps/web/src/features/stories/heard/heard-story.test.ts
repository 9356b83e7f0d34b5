import type { StoryId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import { expect, it } from 'vitest';
import { findSurplus, type HeardStory, isOffered } from './heard-store.ts';

// A test has no Zod schema that brands the ids.
const ana = 'ana' as UserId;
const heard = (id: string, heardAtMs: number, bytes = 1): HeardStory => ({
  id: id as StoryId,
  listenerId: ana,
  title: id,
  artist: '@beto',
  durationMs: 1,
  peaks: '',
  audioUrl: `/audio/${id}`,
  bytes,
  heardAtMs,
  checkedAtMs: 0,
});
const idsOf = (stories: readonly HeardStory[]) => stories.map(({ id }) => id);

it('the stories heard longest ago go first when there are too many', () => {
  const many = Array.from({ length: limits.heard.maxCount + 2 }, (_, index) => heard(`s${index}`, index));
  expect(idsOf(findSurplus(many, many.length))).toEqual(['s1', 's0']);
});

it('a story heard now stays, also beside those of a clock that was ahead', () => {
  const ahead = Array.from({ length: limits.heard.maxCount }, (_, index) => heard(`s${index}`, 100 + index));
  const surplus = findSurplus([...ahead, heard('now', 50)], 50);
  expect(surplus).toHaveLength(1);
  expect(idsOf(surplus)).not.toContain('now');
});

it('the stories heard longest ago go first when there is too much sound', () => {
  const half = limits.heard.maxBytes / 2;
  const stories = [heard('old', 1, 1), heard('new', 3, half), heard('mid', 2, half)];
  expect(idsOf(findSurplus(stories, 3))).toEqual(['old']);
});

it('a story that one user heard is offered to that user only, and not if it was unchecked for a long time', () => {
  const story = heard('s', 0);
  expect(isOffered(story, ana, 0)).toBe(true);
  expect(isOffered(story, null, 0)).toBe(false);
  expect(isOffered({ ...story, listenerId: null }, null, 0)).toBe(true);
  const lastMs = limits.heard.maxUncheckedDays * 86_400_000;
  expect(isOffered(story, ana, lastMs - 1)).toBe(true);
  expect(isOffered(story, ana, lastMs)).toBe(false);
});
