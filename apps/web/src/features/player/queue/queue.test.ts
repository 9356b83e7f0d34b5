import { limits } from '@relato/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player } from '../player.ts';
import type { Track } from '../player-state.ts';
import { FakeAudio } from '../testing/fake-audio.ts';
import { track as trackOf } from '../testing/track.ts';
import { createQueue } from './queue.ts';

const list = ['a', 'b', 'c', 'd'].map(trackOf);
const [a, b, c, d] = list as [Track, Track, Track, Track];
const ids = (tracks: readonly Track[]) => tracks.map(({ id }) => id).join('');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A player with one list on the screen, and what the listener has chosen before. */
function setUp(stored: boolean | null = true) {
  const audio = new FakeAudio();
  const player = new Player({
    createAudio: () => audio.asElement,
    requestFrame: () => 1,
    cancelFrame: () => {},
    isMobile: () => false,
    onFailure: () => {},
  });
  const store = vi.fn<(playsNext: boolean) => void>();
  const queue = createQueue(player, {
    findListed: (id) => (list.some((each) => each.id === id) ? list : []),
    playsNext: { read: () => stored, store },
  });
  const current = () => {
    const { playback } = player.getState();
    return playback.kind === 'idle' ? null : playback.track.id;
  };
  const hear = async () => {
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    audio.receiveMetadata();
    audio.emit('playing');
  };
  /** Plays the current story to its end. */
  const finish = async () => {
    await hear();
    audio.finish();
  };
  return { audio, current, finish, hear, player, queue, store };
}

describe('what comes next', () => {
  it('is what follows a story in its list, and what follows in the queue for a story of the queue', () => {
    const { player, queue } = setUp();
    player.play(b);
    expect(ids(queue.getView().upcoming)).toBe('cd');
    queue.raise('d');
    expect(ids(queue.getView().upcoming)).toBe('dc');
    player.play(d);
    expect(ids(queue.getView().upcoming)).toBe('c');
    // It stands in the list, and not in the queue.
    player.play(a);
    expect(ids(queue.getView().upcoming)).toBe('bcd');
    queue.remove('c');
    queue.raise('b');
    expect(ids(queue.getView().upcoming)).toBe('bd');
    queue.clear();
    expect(queue.getView().upcoming).toEqual([]);
  });

  it('stays when a story is paused and goes on, and when one is heard that stands in no list', () => {
    const { player, queue } = setUp();
    player.play(a);
    queue.remove('b');
    player.pause();
    player.play(a);
    player.play(trackOf('z'));
    player.play({ ...trackOf('draft'), src: 'blob:1' });
    expect(ids(queue.getView().upcoming)).toBe('cd');
  });

  it('plays by itself if the listener wants that, to the end of the list', async () => {
    const { current, finish, player } = setUp();
    player.play(c);
    await finish();
    expect(current()).toBe('d');
    await finish();
    expect(player.getState().playback.kind).toBe('ended');
  });

  it('waits for the listener otherwise', async () => {
    const { current, finish, player, queue } = setUp(false);
    player.play(a);
    await finish();
    expect(current()).toBe('a');
    queue.playNext();
    expect(current()).toBe('b');
  });

  it('begins at the start if it was heard to its end before', async () => {
    const { finish, player, queue } = setUp(false);
    player.play(b);
    await finish();
    player.play(a);
    queue.playNext();
    expect(player.getState().playback).toMatchObject({ track: b, positionSeconds: 0 });
  });
});

it('the previous story is the one that was heard before, and the one that is left comes next again', async () => {
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
    player.play(a);
    await all.finish();
    expect(queue.getView().isAsking).toBe(false);
    await hearThree(all);
    expect(queue.getView().isAsking).toBe(true);
    queue.setPlaysNext(true);
    expect(store).toHaveBeenCalledExactlyOnceWith(true);
    expect([current(), queue.getView().isAsking]).toEqual(['d', false]);
  });

  it.each([true, false])('is not asked of who has answered %s', async (stored) => {
    const all = setUp(stored);
    await hearThree(all);
    expect(all.queue.getView().isAsking).toBe(false);
  });

  it('goes away when the listener plays another story, and no is kept', async () => {
    const all = setUp(null);
    await hearThree(all);
    all.queue.setPlaysNext(false);
    expect(all.store).toHaveBeenCalledExactlyOnceWith(false);
    const other = setUp(null);
    await hearThree(other);
    other.player.play(a);
    expect(other.queue.getView().isAsking).toBe(false);
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

  it('stops at a time, wherever the story is, unless the listener changes it', async () => {
    const { hear, player, queue } = setUp();
    player.play(a);
    await hear();
    queue.setSleep({ atMs: Date.now() + 60_000 });
    queue.setSleep({ atMs: Date.now() + 90_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(player.getState().playback.kind).toBe('playing');
    await vi.advanceTimersByTimeAsync(30_000);
    expect([player.getState().playback.kind, queue.getView().sleep]).toEqual(['paused', 'never']);
  });
});

it('another user of the tab finds nothing of it', () => {
  const { player, queue } = setUp();
  player.play(a);
  player.play(b);
  queue.setSleep({ atMs: Date.now() + 60_000 });
  player.forgetAll();
  queue.forget();
  expect(queue.getView()).toMatchObject({ upcoming: [], played: [], sleep: 'never' });
});
