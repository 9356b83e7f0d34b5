import type { StoryId } from '@relato/contract/ids';
import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { heardDatabase } from '../../../lib/forget-heard.ts';
import { HeardStore, type HeardStory } from './heard-store.ts';
import { openHeard } from './use-heard-stories.ts';

const story: HeardStory = {
  // A test has no Zod schema that brands the id.
  id: 'a' as StoryId,
  listenerId: null,
  title: 'El faro',
  artist: '@beto',
  durationMs: 1,
  peaks: '',
  audioUrl: '/audio/a?sound=1',
  bytes: 1,
  heardAtMs: 0,
  checkedAtMs: 0,
};
const store = new HeardStore();
const readAddress = async (address: string | null) => (await fetch(address ?? '')).text();
beforeEach(() => deleteDB(heardDatabase));

it('opens the new sound of a story whose sound has changed', async () => {
  await store.add(story, new Blob(['antes']));
  const before = await openHeard(story);
  expect(await readAddress(before)).toBe('antes');
  expect(await openHeard(story)).toBe(before);
  const changed = { ...story, audioUrl: '/audio/a?sound=2' };
  await store.add(changed, new Blob(['ahora']));
  expect(await readAddress(await openHeard(changed))).toBe('ahora');
});

it('does not take a failing storage for a lost sound', async () => {
  await store.add(story, new Blob(['aún aquí']));
  const read = vi.spyOn(HeardStore.prototype, 'readSound').mockRejectedValueOnce(new Error('not now'));
  const again = { ...story, audioUrl: '/audio/a?sound=4' };
  await expect(openHeard(again)).rejects.toThrow('not now');
  read.mockRestore();
  expect(await readAddress(await openHeard(again))).toBe('aún aquí');
});

it('returns no address for a sound that is no longer kept', async () => {
  expect(await openHeard({ ...story, audioUrl: '/audio/a?sound=3' })).toBeNull();
});
