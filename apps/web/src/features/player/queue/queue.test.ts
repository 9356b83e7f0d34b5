import { limits } from '@relato/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Track } from '../player-state.ts';
import { a, b, c, d, ids, setUp } from '../testing/queue-world.ts';
import { track as trackOf } from '../testing/track.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the queue', () => {
  it('holds the rest of the list of a story, and the rest of the queue for a story of the queue', () => {
    const { player, queue } = setUp();
    player.play(b);
    expect(ids(queue.getView().upcoming)).toBe('cd');
    queue.raise('d');
    expect(ids(queue.getView().upcoming)).toBe('dc');
    player.play(d);
    expect(ids(queue.getView().upcoming)).toBe('c');
    // This story stands in the list, but not in the queue.
    player.play(a);
    expect(ids(queue.getView().upcoming)).toBe('bcd');
    queue.remove('c');
    queue.raise('b');
    expect(ids(queue.getView().upcoming)).toBe('bd');
    queue.clear();
    expect(queue.getView().upcoming).toEqual([]);
  });

  it('stays when a story is resumed, and when a story of no list plays', () => {
    const { player, queue } = setUp();
    player.play(a);
    queue.remove('b');
    player.pause();
    player.play(a);
    player.play(trackOf('z'));
    player.play({ ...trackOf('draft'), src: 'blob:1' });
    expect(ids(queue.getView().upcoming)).toBe('cd');
  });

  it('plays to the end of the list if stories follow each other', async () => {
    const { current, finish, player } = setUp();
    player.play(c);
    await finish();
    expect(current()).toBe('d');
    await finish();
    expect(player.getState().playback.kind).toBe('ended');
  });

  it('waits for the listener if they do not', async () => {
    const { current, finish, player, queue } = setUp(false);
    player.play(a);
    await finish();
    expect(current()).toBe('a');
    queue.playNext();
    expect(current()).toBe('b');
  });

  it('starts a story over that had played to its end', async () => {
    const { finish, player, queue } = setUp(false);
    player.play(b);
    await finish();
    player.play(a);
    queue.playNext();
    expect(player.getState().playback).toMatchObject({ track: b, positionSeconds: 0 });
  });
});

describe('further pages of the list', () => {
  const [e, f] = ['e', 'f'].map(trackOf) as [Track, Track];

  it('extend the reordered queue, also after its last story', async () => {
    const { addToList, current, finish, player, queue } = setUp();
    addToList(e);
    expect(queue.getView().upcoming).toEqual([]);
    player.play(c);
    queue.raise('e');
    addToList(e, f);
    expect(ids(queue.getView().upcoming)).toBe('edf');
    queue.remove('f');
    await finish();
    await finish();
    expect(current()).toBe('d');
    addToList(trackOf('g'));
    // Played and removed stories do not return.
    expect(ids(queue.getView().upcoming)).toBe('g');
  });

  it('leave an emptied queue empty until the listener plays a story of the list', () => {
    const { addToList, player, queue } = setUp();
    player.play(a);
    queue.clear();
    addToList(e);
    expect(queue.getView().upcoming).toEqual([]);
    player.play(d);
    addToList(f);
    expect(ids(queue.getView().upcoming)).toBe('ef');
  });

  it('are loaded when few stories remain', async () => {
    const { finish, loadMore, player, queue } = setUp();
    player.play(a);
    expect(loadMore).not.toHaveBeenCalled();
    await finish();
    expect(loadMore).toHaveBeenCalledExactlyOnceWith('d', 'feed');
    queue.clear();
    player.play(trackOf('z'));
    expect(loadMore).toHaveBeenCalledOnce();
  });

  it('fill up a long queue while it plays', async () => {
    const long = Array.from({ length: 60 }, (_, index) => trackOf(`n${index}`));
    const { finish, player, queue } = setUp(true, long);
    player.play(long[0] ?? a);
    expect(queue.getView().upcoming).toHaveLength(50);
    await finish();
    expect(queue.getView().upcoming).toHaveLength(50);
    expect(queue.getView().upcoming.at(-1)?.id).toBe('n51');
  });
});

it('plays a story once that stands twice in a list, as on the screen of a story', async () => {
  const { current, finish, player, queue } = setUp(true, [a, a, b, a]);
  player.play(a);
  expect(ids(queue.getView().upcoming)).toBe('b');
  await finish();
  await finish();
  expect([current(), player.getState().playback.kind]).toEqual(['b', 'ended']);
});

it('plays nothing after a stop, and nothing after a draft', () => {
  const { current, player, queue } = setUp();
  player.play(a);
  player.play(b);
  player.stop();
  for (const press of [queue.playNext, queue.playPrevious]) press();
  expect(current()).toBeNull();
  player.play({ ...trackOf('draft'), src: 'blob:1' });
  for (const press of [queue.playNext, queue.playPrevious]) press();
  expect([current(), ids(queue.getView().upcoming)]).toEqual(['draft', 'cd']);
});

it('skips a missing story, but only one, because a failed network would skip the whole queue', async () => {
  const { audio, current, finish, player } = setUp();
  player.play(a);
  await finish();
  audio.fail(2);
  expect(current()).toBe('c');
  audio.fail(2);
  expect([current(), player.getState().playback.kind]).toEqual(['c', 'failed']);
});

it('skips no failed story if the sleep timer ends with it', async () => {
  const { audio, current, finish, player, queue } = setUp();
  player.play(a);
  await finish();
  queue.setSleep('after-story');
  audio.fail(2);
  expect(current()).toBe('b');
});

it('starts a story over that ended a little before its announced end', async () => {
  const { audio, finish, hear, player, queue } = setUp();
  player.play(a);
  await hear();
  audio.receiveMetadata(59.7);
  await finish();
  queue.playPrevious();
  expect(player.getState().playback).toMatchObject({ track: a, positionSeconds: 0 });
});

it('goes back to the previous story, and puts the current one back into the queue', async () => {
  const { current, hear, player, queue } = setUp();
  player.play(a);
  player.play(b);
  queue.playPrevious();
  expect([current(), ids(queue.getView().upcoming)]).toEqual(['a', 'bcd']);
  expect(queue.getView().played).toEqual([]);
  await hear();
  player.seek('a', limits.player.againAfterSeconds + 1);
  queue.playPrevious();
  expect(player.getState().playback).toMatchObject({ track: a, positionSeconds: 0 });
});

const playAll = ({ player }: Pick<ReturnType<typeof setUp>, 'player'>, first: Track) =>
  player.playFrom({ ...first, startsAll: true }, 0);

describe('all stories of a list', () => {
  it.each([null, false])('follow each other, whatever the listener has chosen: %s', async (stored) => {
    const all = setUp(stored);
    const { current, finish, player, queue, store } = all;
    playAll(all, b);
    expect(queue.getView().playsNext).toBe(true);
    await finish();
    await finish();
    expect(current()).toBe('d');
    await finish();
    expect([player.getState().playback.kind, queue.getView().isAsking]).toEqual(['ended', false]);
    expect(store).not.toHaveBeenCalled();
    // The choice counts again for a single story.
    player.play(a);
    expect(queue.getView().playsNext).toBe(stored);
    await finish();
    expect(current()).toBe('a');
  });

  it('end with a single story of no list', async () => {
    const all = setUp(false);
    const { current, finish, player, queue } = all;
    playAll(all, b);
    player.play({ ...a, id: 'apart' });
    expect(queue.getView().playsNext).toBe(false);
    await finish();
    expect(current()).toBe('apart');
  });

  it('replace a queue that holds the first of them, also while it plays', async () => {
    const all = setUp();
    const { current, finish, player, queue, showList } = all;
    player.play(a);
    showList('/coleccion/1', [c, a, d]);
    playAll(all, c);
    expect(ids(queue.getView().upcoming)).toBe('ad');
    queue.remove('a');
    player.pause();
    player.play(c);
    expect(ids(queue.getView().upcoming)).toBe('d');
    playAll(all, c);
    expect(ids(queue.getView().upcoming)).toBe('ad');
    await finish();
    expect(current()).toBe('a');
  });

  it('include those on the next pages that were heard before', () => {
    const all = setUp();
    const { addToList, loadMore, player, queue, showList } = all;
    player.play(d);
    showList('/coleccion/1', [a, b]);
    playAll(all, a);
    expect(loadMore).toHaveBeenLastCalledWith('b', '/coleccion/1');
    addToList(d);
    expect(ids(queue.getView().upcoming)).toBe('bd');
  });

  it('follow each other no more once the listener says no, or empties the queue', async () => {
    const all = setUp(null);
    const { current, finish, queue } = all;
    for (const end of [() => queue.setPlaysNext(false), queue.clear]) {
      playAll(all, a);
      end();
      expect(queue.getView().playsNext).not.toBe(true);
      await finish();
      expect(current()).toBe('a');
    }
  });

  it('are unknown once their list has gone', () => {
    const all = setUp(null);
    all.showList('/coleccion/1', [d]);
    playAll(all, a);
    expect(all.queue.getView()).toMatchObject({ playsNext: null, upcoming: [] });
  });
});

const hearThree = async ({ finish, player }: ReturnType<typeof setUp>) => {
  for (const track of [a, b, c]) {
    player.play(track);
    await finish();
  }
};

describe('the question whether stories follow each other', () => {
  it('is asked after the third story, and yes plays the next one', async () => {
    const all = setUp(null);
    const { current, player, queue, store } = all;
    for (const track of [a, b]) {
      player.play(track);
      await all.finish();
      expect(queue.getView().isAsking).toBe(false);
    }
    player.play(c);
    await all.finish();
    expect(queue.getView().isAsking).toBe(true);
    queue.setPlaysNext(true);
    expect(store).toHaveBeenLastCalledWith(true);
    expect([current(), queue.getView().isAsking]).toEqual(['d', false]);
  });

  it.each([true, false])('is not asked after the answer %s', async (stored) => {
    const all = setUp(stored);
    await hearThree(all);
    expect(all.queue.getView().isAsking).toBe(false);
  });

  it('is asked once, and playing anything answers no', async () => {
    const all = setUp(null);
    const { player, queue, store } = all;
    await hearThree(all);
    player.play({ ...trackOf('draft'), src: 'blob:1' });
    expect(queue.getView().isAsking).toBe(false);
    await hearThree(all);
    expect(queue.getView()).toMatchObject({ isAsking: false, playsNext: false });
    expect(store).toHaveBeenCalledExactlyOnceWith(false);
    // The switch is no answer to the question.
    queue.setPlaysNext(true);
    expect(player.getState().playback).toMatchObject({ kind: 'ended', track: c });
  });
});

describe('sleep', () => {
  it('stops after the story, once', async () => {
    const { current, finish, player, queue } = setUp();
    player.play(a);
    queue.setSleep('after-story');
    await finish();
    expect([current(), queue.getView().sleep]).toEqual(['a', 'never']);
    player.play(b);
    await finish();
    expect(current()).toBe('c');
  });

  it('stops at the chosen time, which can be changed', async () => {
    const { hear, player, queue } = setUp();
    player.play(a);
    await hear();
    queue.setSleep({ minutes: 1, atMs: Date.now() + 60_000 });
    queue.setSleep({ minutes: 1.5, atMs: Date.now() + 90_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(player.getState().playback.kind).toBe('playing');
    await vi.advanceTimersByTimeAsync(30_000);
    expect([player.getState().playback.kind, queue.getView().sleep]).toEqual(['paused', 'never']);
  });
});

it('forgets the queue for the next user of the tab', () => {
  const { player, queue } = setUp();
  player.play(a);
  player.play(b);
  queue.setSleep({ minutes: 1, atMs: Date.now() + 60_000 });
  player.forgetAll();
  queue.forget();
  expect(queue.getView()).toMatchObject({ upcoming: [], played: [], sleep: 'never' });
});
