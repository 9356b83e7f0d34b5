import type { StorySummary } from '@relato/contract/stories/types';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Track } from '../player-state.ts';
import { a, b, c, d, ids, setUp } from '../testing/queue-world.ts';
import { track as trackOf } from '../testing/track.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const about = (track: Track, ...tags: readonly string[]): Track => ({
  ...track,
  story: { tags } as unknown as StorySummary, // the queue only passes it on
});
const isScary = ({ tags }: StorySummary) => tags.includes('terror');
const e = trackOf('e');

it('unwanted stories neither play next nor return', async () => {
  const { current, finish, player, queue } = setUp(true, [
    about(a, 'humor'),
    about(b, 'terror'),
    about(c, 'humor', 'terror'),
    d,
  ]);
  player.play(about(a, 'humor'));
  player.play(about(b, 'terror'));
  player.play(about(a, 'humor'));
  queue.removeAll(isScary);
  expect([ids(queue.getView().upcoming), ids(queue.getView().played)]).toEqual(['d', '']);
  await finish();
  expect(current()).toBe('d');
});

it('a story that plays goes on without the unwanted ones behind it', () => {
  const { current, player, queue } = setUp(true, [about(a, 'terror'), about(b, 'terror'), c]);
  player.play(about(a, 'terror'));
  queue.leaveOut(isScary);
  expect([current(), ids(queue.getView().upcoming)]).toEqual(['a', 'c']);
  const view = queue.getView();
  queue.leaveOut(isScary);
  expect(queue.getView()).toBe(view);
});

it('an unwanted story stops, also while it waits or has failed, and does not count as played', async () => {
  for (const fail of [false, true]) {
    const { audio, current, hear, player, queue } = setUp(false);
    player.play(about(a, 'terror'));
    if (fail) {
      await hear();
      audio.fail(2);
    }
    queue.removeAll(isScary);
    expect(current()).toBeNull();
    player.play(b);
    expect(queue.getView().played).toEqual([]);
  }
});

it('leaves other stories and recordings alone', () => {
  const { current, player, queue } = setUp(true, [a, about(b, 'terror')]);
  player.play(a);
  player.play({ ...trackOf('draft'), src: 'blob:1' });
  queue.removeAll(isScary);
  expect(current()).toBe('draft');
});

it.each([
  { what: 'the last story of the queue', act: () => {} },
  {
    what: 'the last story of the list, which the listener had removed from the queue',
    act: ({ queue }: ReturnType<typeof setUp>) => queue.remove('d'),
  },
])('the queue grows with its list without $what', ({ act }) => {
  const last = about(d, 'terror');
  const all = setUp(true, [a, b, c, last]);
  all.player.play(a);
  act(all);
  all.takeFromList(last);
  all.queue.removeAll(isScary);
  all.addToList(e);
  expect(ids(all.queue.getView().upcoming)).toBe('bce');
});

it('the queue grows behind the current story if all that followed it are unwanted', () => {
  const scary = [b, c, d].map((track) => about(track, 'terror'));
  const { addToList, player, queue, takeFromList } = setUp(true, [a, ...scary]);
  player.play(a);
  takeFromList(...scary);
  queue.removeAll(isScary);
  addToList(e);
  expect(ids(queue.getView().upcoming)).toBe('e');
});
