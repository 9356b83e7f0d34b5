import { limits } from '@relato/contract/limits';
import { vi } from 'vitest';
import { Player } from '../player.ts';
import type { Track } from '../player-state.ts';
import { createQueue } from '../queue/queue.ts';
import { FakeAudio } from './fake-audio.ts';
import { track as trackOf } from './track.ts';

const list = ['a', 'b', 'c', 'd'].map(trackOf);
export const [a, b, c, d] = list as [Track, Track, Track, Track];
export const ids = (tracks: readonly Track[]) => tracks.map(({ id }) => id).join('');

/** Returns a player with one list on the screen. `stored` is the listener's earlier choice. */
export function setUp(stored: boolean | null = true, listed = list) {
  const audio = new FakeAudio();
  const player = new Player({
    createAudio: () => audio.asElement,
    requestFrame: () => 1,
    cancelFrame: () => {},
    isMobile: () => false,
    onFailure: () => {},
  });
  const store = vi.fn<(playsNext: boolean) => void>();
  const loadMore = vi.fn<(id: string, list: string) => void>();
  let shown = listed;
  let shownName = 'feed';
  const queue = createQueue(player, {
    findListed: (id, name = shownName) =>
      name === shownName && shown.some((each) => each.id === id)
        ? { name, tracks: shown }
        : { name: null, tracks: [] },
    loadMore,
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
  /** Shows another list instead. */
  const showList = (name: string, tracks: readonly Track[]) => {
    shownName = name;
    shown = [...tracks];
    queue.extend();
  };
  /** Shows the list with more in it. */
  const addToList = (...more: readonly Track[]) => {
    shown = [...shown, ...more];
    queue.extend();
  };
  /** Shows the list without some of its stories. */
  const takeFromList = (...gone: readonly Track[]) => {
    shown = shown.filter((each) => !gone.includes(each));
    queue.extend();
  };
  return { addToList, audio, current, finish, hear, loadMore, player, queue, showList, store, takeFromList };
}
