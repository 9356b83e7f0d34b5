import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getPosition } from './player-state.ts';
import { a, b, setUp } from './testing/queue-world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The lock screen has started a story, which has played for 40 seconds: a hidden page runs no frames. */
async function hearBehindTheLock() {
  const { hear, ...rest } = setUp();
  rest.player.play(b);
  rest.player.play(a);
  await hear();
  rest.audio.currentTime = 40;
  rest.audio.emit('timeupdate');
  return rest;
}
type Heard = Awaited<ReturnType<typeof hearBehindTheLock>>;

it.each<[string, string | null, number, (heard: Heard) => void]>([
  ['skips', 'a', 50, ({ player }) => player.skip('a', 10)],
  ['starts the story over', 'a', 0, ({ queue }) => queue.playPrevious()],
  ['keeps the place at a stop', null, 40, ({ player }) => player.stop()],
  ['keeps the place for another story', 'b', 40, ({ player }) => player.play(b)],
  ['keeps the place at a failure', 'b', 40, ({ audio }) => audio.fail(2)],
])('a hidden page %s from where the sound is', async (_what, playing, seconds, act) => {
  const heard = await hearBehindTheLock();
  act(heard);
  expect([heard.current(), getPosition(heard.player.getState(), 'a')]).toEqual([playing, seconds]);
});
