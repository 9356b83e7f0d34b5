import { limits } from '@relato/contract/limits';
import { createListeners } from '../../../lib/listeners.ts';
import type { Player } from '../player.ts';
import { getPosition, isStoryTrack, type Playback, type Track } from '../player-state.ts';
import {
  emptyQueue,
  toExtended,
  toRaised,
  toRemoved,
  toStarted,
  toWithoutAuthor,
  type Listed,
  type QueueState,
} from './queue-state.ts';

/** When playback stops by itself: at the end of the story, or at a time in the milliseconds of the clock. */
export type Sleep = 'never' | 'after-story' | { readonly minutes: number; readonly atMs: number };

export interface QueueView extends QueueState {
  readonly sleep: Sleep;
  /** Null until the listener has chosen. */
  readonly playsNext: boolean | null;
  /** True while the listener is asked whether the next story plays by itself. */
  readonly isAsking: boolean;
}

export interface QueueDependencies {
  /** Finds the list in which a story stands: the latest one, or that of a name. */
  readonly findListed: (id: string, name?: string) => Listed;
  /** Loads what follows the list of a name in which a story stands, if there is more. */
  readonly loadMore: (id: string, name: string) => void;
  readonly playsNext: { readonly read: () => boolean | null; readonly store: (playsNext: boolean) => void };
}

export type Queue = ReturnType<typeof createQueue>;

/** Follows the player: knows what comes next, plays it if the listener wants that, and stops at a time. */
export function createQueue(
  player: Pick<Player, 'getState' | 'subscribe' | 'playFrom' | 'pause' | 'seek' | 'stop'>,
  { findListed, loadMore, playsNext }: QueueDependencies,
) {
  const { subscribe, notify } = createListeners();
  let view: QueueView = { ...emptyQueue, sleep: 'never', playsNext: playsNext.read(), isAsking: false };
  let current: Track | null = null;
  let kind: Playback['kind'] = 'idle';
  let heardToEnd = 0;
  let canSkip = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(changes: Partial<QueueView>): void {
    view = { ...view, ...changes };
    notify();
  }

  /** The story in the player. Null after a stop, as for a recording, and while a draft is heard: nothing may follow then. */
  function getStory(): Track | null {
    const { playback } = player.getState();
    return playback.kind !== 'idle' && isStoryTrack(playback.track) ? playback.track : null;
  }

  /** Where the browser wants a tap first, the track waits there for one. */
  const start = (track: Track): void => player.playFrom(track, getPosition(player.getState(), track.id));

  function playNext(): void {
    const [next] = view.upcoming;
    if (next && getStory()) start(next);
  }

  /** A track that has been playing for a while begins again, as in every player. */
  function playPrevious(): void {
    const story = getStory();
    const [previous, ...played] = view.played;
    if (!story) return;
    if (!previous || getPosition(player.getState(), story.id) > limits.player.againAfterSeconds)
      return player.seek(story.id, 0);
    change({ upcoming: [previous, story, ...view.upcoming] });
    start(previous);
    // The one that is left comes next again, and is not behind.
    change({ played });
  }

  function onEnd(): void {
    heardToEnd += 1;
    if (view.sleep === 'after-story') return setSleep('never');
    if (view.playsNext) return playNext();
    const isTimeToAsk = heardToEnd >= limits.player.askAfterHeard && view.upcoming.length > 0;
    if (view.playsNext !== null || !isTimeToAsk) return;
    // Once, whatever the answer.
    playsNext.store(false);
    change({ playsNext: false, isAsking: true });
  }

  function setSleep(sleep: Sleep): void {
    clearTimeout(timer);
    if (typeof sleep === 'object') timer = setTimeout(fallAsleep, sleep.atMs - Date.now());
    change({ sleep });
  }

  function fallAsleep(): void {
    player.pause();
    setSleep('never');
  }

  /** Adds what has come to the list from which the queue is. */
  function extend(): void {
    const { tail } = view;
    const extended = tail ? toExtended(view, current, findListed(tail.id, tail.list).tracks) : view;
    if (extended !== view) change(extended);
  }

  function follow(): void {
    const { playback } = player.getState();
    const before = kind;
    kind = playback.kind;
    if (kind !== 'ended' && view.isAsking) change({ isAsking: false });
    const story = getStory();
    if (!story) return;
    if (story.id !== current?.id) {
      const started = toStarted(view, story, { previous: current, listed: findListed(story.id) });
      current = story;
      change(started);
      extend();
      const { tail, upcoming } = view;
      if (tail && upcoming.length < limits.player.fewUpcoming) loadMore(tail.id, tail.list);
    }
    if (kind === 'playing') canSkip = true;
    if (kind === before) return;
    if (kind === 'ended') onEnd();
    // One that is gone by now does not end the queue, and a network that is gone does not run through it.
    if (kind === 'failed' && view.playsNext && view.sleep !== 'after-story' && canSkip) {
      canSkip = false;
      playNext();
    }
  }

  follow();
  player.subscribe(follow);
  return {
    getView: (): QueueView => view,
    subscribe,
    playNext,
    playPrevious,
    setSleep,
    raise: (id: string): void => change(toRaised(view, id)),
    remove: (id: string): void => change(toRemoved(view, id)),
    /** Leaves out an author whom the listener wants to hear no more, also of what plays. */
    removeAuthor: (authorId: string): void => {
      change(toWithoutAuthor(view, authorId, current));
      if (getStory()?.authorId === authorId) player.stop();
    },
    clear: (): void => change({ upcoming: [], tail: null }),
    extend,
    /** Forgets what was heard too: another user of this tab should not see it. */
    forget: (): void => {
      current = null;
      setSleep('never');
      change({ ...emptyQueue, isAsking: false });
    },
    /** Chooses whether the next story plays by itself; an answer to the question starts it. */
    setPlaysNext: (wanted: boolean): void => {
      const wasAsking = view.isAsking;
      playsNext.store(wanted);
      change({ playsNext: wanted, isAsking: false });
      if (wanted && wasAsking) playNext();
    },
  };
}
