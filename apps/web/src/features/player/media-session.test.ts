import { afterEach, describe, expect, it, vi } from 'vitest';
import { createListeners } from '../../lib/listeners.ts';
import { syncMediaSession } from './media-session.ts';
import type { Track } from './player-state.ts';
import { PlayerStore } from './player-store.ts';
import { syncMediaButtons } from './queue/media-buttons.ts';
import type { QueueView } from './queue/queue.ts';
import { track as trackOf } from './testing/track.ts';

const track = trackOf('a');

/** A fake lock screen with these buttons, and a player whose state the test sets. */
function setUp({ unknownAction }: { unknownAction?: MediaSessionAction } = {}) {
  const handlers = new Map<MediaSessionAction, MediaSessionActionHandler | null>();
  const session = {
    metadata: null as object | null,
    playbackState: 'none',
    setActionHandler: (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      if (action === unknownAction) throw new TypeError('unknown action');
      handlers.set(action, handler);
    },
    setPositionState: vi.fn<(state: MediaPositionState) => void>(),
  };
  vi.stubGlobal('navigator', { mediaSession: session });
  vi.stubGlobal('MediaMetadata', function MediaMetadata(this: object, shown: object) {
    Object.assign(this, shown);
  });
  const store = new PlayerStore();
  let view: QueueView = {
    upcoming: [],
    played: [],
    tail: null,
    sleep: 'never',
    playsNext: null,
    isAsking: false,
    isWhole: false,
  };
  const { subscribe, notify } = createListeners();
  const queue = {
    getView: () => view,
    subscribe,
    playNext: vi.fn<() => void>(),
    playPrevious: vi.fn<() => void>(),
  };
  const queueUp = (changes: Partial<QueueView>) => {
    view = { ...view, ...changes };
    notify();
  };
  const player = {
    getState: store.getState,
    subscribe: store.subscribe,
    play: vi.fn<(track: Track) => void>(),
    pause: vi.fn<() => void>(),
    stop: vi.fn<() => void>(),
    seek: vi.fn<(trackId: string, seconds: number) => void>(),
    skip: vi.fn<(trackId: string, seconds: number) => void>(),
  };
  syncMediaSession(player);
  syncMediaButtons(queue);
  const press = (details: MediaSessionActionDetails) => handlers.get(details.action)?.(details);
  return { handlers, player, press, queue, queueUp, session, store };
}

describe('the lock screen', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('D25: shows the title, the author and the position of the current track', () => {
    const { session, store } = setUp();
    store.dispatch({ type: 'play', track });
    store.dispatch({ type: 'started' });
    expect(session.metadata).toMatchObject({
      title: 'El tren que nunca salió',
      artist: '@tono_rdz',
      album: 'Relato',
    });
    expect(session.playbackState).toBe('playing');
    store.dispatch({ type: 'rate', rate: 1.5 });
    store.dispatch({ type: 'seek', trackId: 'a', positionSeconds: 12 });
    expect(session.setPositionState).toHaveBeenLastCalledWith({
      duration: 60,
      playbackRate: 1.5,
      position: 12,
    });
    store.dispatch({ type: 'pause', positionSeconds: 13 });
    expect(session.playbackState).toBe('paused');
    store.dispatch({ type: 'stop' });
    expect(session).toMatchObject({ metadata: null, playbackState: 'none' });
  });

  it('D25: can play, pause, skip, seek and stop', () => {
    const { player, press, store } = setUp();
    store.dispatch({ type: 'play', track });
    // A sound that is already playing reports no new start.
    press({ action: 'play' });
    expect(player.play).not.toHaveBeenCalled();
    press({ action: 'pause' });
    store.dispatch({ type: 'pause', positionSeconds: 0 });
    press({ action: 'play' });
    press({ action: 'seekbackward' });
    press({ action: 'seekforward', seekOffset: 30 });
    press({ action: 'seekto', seekTime: 42 });
    press({ action: 'stop' });
    expect(player.play).toHaveBeenCalledExactlyOnceWith(track);
    expect(player.pause).toHaveBeenCalledOnce();
    expect(player.skip.mock.calls).toEqual([
      ['a', -15],
      ['a', 30],
    ]);
    expect(player.seek).toHaveBeenCalledExactlyOnceWith('a', 42);
    expect(player.stop).toHaveBeenCalledOnce();
  });

  it('does nothing while nothing is loaded', () => {
    const { player, press } = setUp();
    press({ action: 'play' });
    press({ action: 'seekforward' });
    press({ action: 'seekto', seekTime: 42 });
    expect(player.play).not.toHaveBeenCalled();
    expect(player.skip).not.toHaveBeenCalled();
    expect(player.seek).not.toHaveBeenCalled();
  });

  it('shows the buttons for the next and the previous story if stories follow each other, and the skip buttons otherwise', () => {
    const { handlers, press, queue, queueUp } = setUp();
    queueUp({ upcoming: [track] });
    expect(handlers.get('nexttrack')).toBeUndefined();
    queueUp({ playsNext: true });
    press({ action: 'nexttrack' });
    press({ action: 'previoustrack' });
    expect(queue.playNext).toHaveBeenCalledOnce();
    expect(queue.playPrevious).toHaveBeenCalledOnce();
    queueUp({ upcoming: [] });
    expect([handlers.get('nexttrack'), handlers.get('previoustrack')]).toEqual([null, null]);
  });

  it('works with the buttons that the browser supports', () => {
    const { handlers } = setUp({ unknownAction: 'seekto' });
    expect([...handlers.keys()]).toEqual(['play', 'pause', 'stop', 'seekbackward', 'seekforward']);
  });
});
