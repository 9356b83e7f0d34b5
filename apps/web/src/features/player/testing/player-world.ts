import { limits } from '@relato/contract/limits';
import { vi } from 'vitest';
import { Player } from '../player.ts';
import type { PlaybackError } from '../player-state.ts';
import { FakeAudio } from './fake-audio.ts';
import { track } from './track.ts';

/** Returns a player whose audio element is a fake, and whose frames the test runs. */
export function setUp({
  mobile = false,
  saved = {},
}: { mobile?: boolean; saved?: Record<string, number> } = {}) {
  const audio = new FakeAudio();
  const failures: PlaybackError[] = [];
  const frames = new Map<number, () => void>();
  let nextFrame = 1;
  const createAudio = vi.fn<() => HTMLAudioElement>(() => audio.asElement);
  const player = new Player({
    createAudio,
    requestFrame: (callback) => {
      frames.set(nextFrame, callback);
      return nextFrame++;
    },
    cancelFrame: (handle) => frames.delete(handle),
    isMobile: () => mobile,
    onFailure: (error) => failures.push(error),
    saved,
  });
  const runFrame = () => {
    const callbacks = [...frames.values()];
    frames.clear();
    for (const callback of callbacks) callback();
  };
  /** From pressing play to the first sound. */
  const playUntilHeard = async (id: string) => {
    player.play(track(id));
    await vi.advanceTimersByTimeAsync(limits.player.loadWaitMs);
    if (audio.readyState === 0) audio.receiveMetadata();
    audio.emit('playing');
  };
  return { audio, createAudio, failures, frames, player, playUntilHeard, runFrame };
}
