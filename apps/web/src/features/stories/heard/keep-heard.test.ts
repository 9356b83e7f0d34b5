import type { StoryId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetHeard, heardDatabase } from '../../../lib/forget-heard.ts';
import { HeardStore } from './heard-store.ts';
import { checkHeard, type HeardDependencies, keepHeard, limitHeardChecks } from './keep-heard.ts';

// A test has no Zod schema that brands the id.
const id = (text: string) => text as StoryId;
const ana = 'ana' as UserId;
const publicStory = (name: string, changes: Partial<StorySummary> = {}): StorySummary =>
  // The only fields that are used.
  ({
    id: id(name),
    title: `Historia ${name}`,
    author: { id: 'b' as UserId, username: 'beto' },
    durationMs: 1000,
    peaks: 'p',
    audioUrl: `/audio/${name}`,
    ...changes,
  }) as StorySummary;

const store = new HeardStore();
let stories: StorySummary[];
let listenerId: UserId | null | undefined;
let nowMs: number;
let loaded: string[];
let mayLoad: boolean;
const dependencies: HeardDependencies = {
  store,
  listPublic: async (ids) => stories.filter((story) => ids.includes(story.id)),
  load: async (audioUrl) => {
    loaded.push(audioUrl);
    return new Blob([`sound of ${audioUrl}`], { type: 'audio/webm' });
  },
  mayLoad: async () => mayLoad,
  getListenerId: () => listenerId,
  nowMs: () => nowMs,
};
const kept = async () => (await store.list()).map((story) => story.id);

beforeEach(async () => {
  await deleteDB(heardDatabase);
  stories = [publicStory('a'), publicStory('b')];
  listenerId = ana;
  nowMs = 1;
  loaded = [];
  mayLoad = true;
});

it('keeps a heard story with its sound, and loads it once', async () => {
  await keepHeard(id('a'), dependencies);
  nowMs = 2;
  await keepHeard(id('b'), dependencies);
  nowMs = 3;
  await keepHeard(id('a'), dependencies);
  expect(await store.list()).toMatchObject([
    { id: 'a', listenerId: ana, title: 'Historia a', artist: '@beto', heardAtMs: 3 },
    { id: 'b', heardAtMs: 2 },
  ]);
  expect(loaded).toEqual(['/audio/a', '/audio/b']);
  const sound = await store.readSound(id('a'));
  expect([await sound?.text(), sound?.type]).toEqual(['sound of /audio/a', 'audio/webm']);
});

it('keeps no private story, no story if data or storage is short, and none before the session is known', async () => {
  await keepHeard(id('private'), dependencies);
  mayLoad = false;
  await keepHeard(id('a'), dependencies);
  mayLoad = true;
  listenerId = undefined;
  await keepHeard(id('a'), dependencies);
  expect(await kept()).toEqual([]);
  expect(loaded).toEqual([]);
});

it('keeps no story if the user signs out while it loads', async () => {
  await keepHeard(id('a'), {
    ...dependencies,
    load: async () => {
      listenerId = null;
      return new Blob(['sound']);
    },
  });
  expect(await kept()).toEqual([]);
});

it('keeps the last heard stories if not all fit', async () => {
  const { maxCount } = limits.heard;
  stories = Array.from({ length: maxCount + 1 }, (_, index) => publicStory(`s${index}`));
  for (const [index, story] of stories.entries()) {
    nowMs = index;
    await keepHeard(story.id, dependencies);
  }
  expect(await kept()).toHaveLength(maxCount);
  expect(await store.readSound(id('s0'))).toBeNull();
});

it('a check removes stories that are no longer public or have another sound, and updates the rest', async () => {
  stories.push(publicStory('c'));
  for (const name of ['a', 'b', 'c']) await keepHeard(id(name), dependencies);
  stories = [publicStory('a', { title: 'Otro título' }), publicStory('c', { audioUrl: '/audio/c2' })];
  nowMs = 5;
  expect(await checkHeard(dependencies)).toBe(true);
  expect(await store.list()).toMatchObject([{ id: 'a', title: 'Otro título', checkedAtMs: 5 }]);
  expect(await store.readSound(id('b'))).toBeNull();
});

it('keeps how loud a story is, and adds it once that is measured', async () => {
  stories = [publicStory('a', { gainDb: 6 })];
  await keepHeard(id('a'), dependencies);
  expect(await store.list()).toMatchObject([{ gainDb: 6 }]);
  await store.update(id('a'), { gainDb: undefined });
  await checkHeard(dependencies);
  expect(await store.list()).toMatchObject([{ gainDb: 6 }]);
});

it('a check without an answer changes nothing', async () => {
  await keepHeard(id('a'), dependencies);
  await expect(
    checkHeard({ ...dependencies, listPublic: () => Promise.reject(new Error('offline')) }),
  ).rejects.toThrow('offline');
  expect(await kept()).toEqual(['a']);
});

it('a check removes the stories that another user heard, and those that were unchecked for a long time', async () => {
  await keepHeard(id('a'), dependencies);
  nowMs += limits.heard.maxUncheckedDays * 86_400_000;
  await keepHeard(id('b'), dependencies);
  expect(await checkHeard(dependencies)).toBe(true);
  expect(await kept()).toEqual(['b']);
  listenerId = null;
  await checkHeard(dependencies);
  expect(await kept()).toEqual([]);
});

it('forgetting removes every story at once', async () => {
  await keepHeard(id('a'), dependencies);
  forgetHeard();
  expect(await kept()).toEqual([]);
});

const list = vi.spyOn(store, 'list');
const limited = () => limitHeardChecks({ dependencies, onChange: () => undefined, readClock: () => nowMs });

describe('checks', () => {
  beforeEach(() => void list.mockClear());

  it('happen once a minute, and not twice at the same time', async () => {
    const check = limited();
    await Promise.all([check(), check()]);
    nowMs += limits.heard.checkMs - 1;
    await check();
    expect(list).toHaveBeenCalledTimes(1);
    nowMs += 1;
    await check();
    expect(list).toHaveBeenCalledTimes(2);
  });

  it('happen as soon as the session is known', async () => {
    const check = limited();
    listenerId = undefined;
    await check();
    expect(list).not.toHaveBeenCalled();
    listenerId = null;
    await check();
    expect(list).toHaveBeenCalledOnce();
  });

  it('happen again after a failure', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const check = limited();
    list.mockRejectedValueOnce(new Error('offline'));
    await check();
    await check();
    expect(list).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });
});
