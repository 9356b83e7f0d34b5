import { limits } from '@relato/contract/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playSpan } from './play-span.ts';
import { Player } from '../player/player.ts';
import { FakeAudio } from '../player/testing/fake-audio.ts';
import { track } from '../player/testing/track.ts';

// The player of the app needs a page.
vi.mock('../player/public.ts', () => import('../player/player-state.ts'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Plays a part of a track until it is heard. */
async function hear() {
  const audio = new FakeAudio();
  const frames: (() => void)[] = [];
  const player = new Player({
    createAudio: () => audio.asElement,
    requestFrame: (callback) => frames.push(callback),
    cancelFrame: () => void (frames.length = 0),
    isMobile: () => false,
    onFailure: (error) => expect(error).toBeUndefined(),
  });
  const play = async (span = { startMs: 2_000, endMs: 3_000 }) => {
    playSpan(player, track('a'), span);
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    if (audio.readyState === 0) audio.receiveMetadata();
    audio.emit('playing');
  };
  await play();
  const goOn = (seconds: number) => {
    audio.currentTime = seconds;
    for (const frame of frames.splice(0)) frame();
  };
  return { audio, player, play, goOn };
}

it('plays from a little before a part to a little after it', async () => {
  const { audio, player, goOn } = await hear();
  expect(audio.currentTime).toBe(1.75);
  goOn(3.2);
  expect(audio.paused).toBe(false);
  goOn(3.26);
  expect(audio.paused).toBe(true);
  // Nothing stays in the player that could go on through the rest of the track.
  expect(player.getState().playback.kind).toBe('idle');
});

it.each<[string, (player: Player) => void]>([
  ['to a later place', (player) => player.seek('a', 30)],
  ['to an earlier place', (player) => player.seek('a', 1)],
  [
    'to another listen, after a pause',
    (player) => {
      player.pause();
      player.play(track('a'));
    },
  ],
])('does not pause a listener who has moved %s', async (_where, leave) => {
  const { audio, player, goOn } = await hear();
  leave(player);
  await vi.advanceTimersByTimeAsync(0);
  audio.emit('playing');
  goOn(3.3);
  expect(audio.paused).toBe(false);
});

it('replaces the previous part', async () => {
  const { audio, play, goOn } = await hear();
  await play({ startMs: 2_500, endMs: 9_000 });
  goOn(3.3);
  expect(audio.paused).toBe(false);
  goOn(9.3);
  expect(audio.paused).toBe(true);
});

it('pauses after the last word before the track ends, because the end would start the next story', async () => {
  const { audio, play, goOn } = await hear();
  await play({ startMs: 59_900, endMs: 60_300 });
  expect(audio.currentTime).toBeCloseTo(59.4);
  goOn(59.75);
  expect(audio.paused).toBe(false);
  goOn(59.85);
  expect(audio.paused).toBe(true);
});

it('takes the end from the media, which may be shorter than the announced duration', async () => {
  const { audio, play, goOn } = await hear();
  audio.receiveMetadata(59.6);
  await play({ startMs: 59_000, endMs: 59_500 });
  goOn(59.3);
  expect(audio.paused).toBe(false);
  goOn(59.45);
  expect(audio.paused).toBe(true);
});
