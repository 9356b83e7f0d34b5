import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import { createListeners } from '../../../lib/listeners.ts';
import type { Player } from '../player.ts';
import { getPosition, isStoryTrack, type Playback, type Track } from '../player-state.ts';
import {
  emptyQueue,
  toExtended,
  toRaised,
  toRemoved,
  toStarted,
  toWithout,
  type Listed,
  type QueueState,
} from './queue-state.ts';

/** The event that ends playback: the end of the story, or a time in milliseconds of the clock. */
export type Sleep = 'never' | 'after-story' | { readonly minutes: number; readonly atMs: number };

export interface QueueView extends QueueState {
  readonly sleep: Sleep;
  /** True if the next story plays by itself. Null until the listener has chosen. */
  readonly playsNext: boolean | null;
  /** True while the listener is asked whether the next story plays by itself. */
  readonly isAsking: boolean;
}

export interface QueueDependencies {
  /** Finds the newest list that contains a story, or the list with the given name. */
  readonly findListed: (id: string, name?: string) => Listed;
  /** Loads the next page of the named list, if there is one. */
  readonly loadMore: (id: string, name: string) => void;
  readonly playsNext: { readonly read: () => boolean | null; readonly store: (playsNext: boolean) => void };
}

export type Queue = ReturnType<typeof createQueue>;

const toGone =
  (isUnwanted: (story: StorySummary) => boolean) =>
  ({ story }: Track): boolean =>
    story !== undefined && isUnwanted(story);

/**
 * Follows the player: keeps the upcoming stories, plays the next one if the listener wants that, and ends playback at the
 * chosen time.
 */
export function createQueue(
  player: Pick<Player, 'getState' | 'subscribe' | 'playFrom' | 'pause' | 'seek' | 'stop'>,
  { findListed, loadMore, playsNext }: QueueDependencies,
) {
  const { subscribe, notify } = createListeners();
  let chosen = playsNext.read();
  let view: QueueView = { ...emptyQueue, sleep: 'never', playsNext: chosen, isAsking: false };
  let current: Track | null = null;
  /** The last track that started a whole list. */
  let asked: Track | null = null;
  let kind: Playback['kind'] = 'idle';
  let heardToEnd = 0;
  let canSkip = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(changes: Partial<Omit<QueueView, 'playsNext'>>): void {
    const { isWhole } = { ...view, ...changes };
    view = { ...view, ...changes, playsNext: isWhole || chosen };
    notify();
  }

  function choose(wanted: boolean): void {
    chosen = wanted;
    playsNext.store(wanted);
  }

  /** Returns the story in the player. Null after a stop and for a draft, after which nothing may follow. */
  function getStory(): Track | null {
    const { playback } = player.getState();
    return playback.kind !== 'idle' && isStoryTrack(playback.track) ? playback.track : null;
  }

  /** Plays a track. If the browser requires a tap, the track waits for it at its position. */
  const start = (track: Track): void => player.playFrom(track, getPosition(player.getState(), track.id));

  function playNext(): void {
    const [next] = view.upcoming;
    if (next && getStory()) start(next);
  }

  /** Starts the story over if it has been playing for a while, as other players do. */
  function playPrevious(): void {
    const story = getStory();
    const [previous, ...played] = view.played;
    if (!story) return;
    if (!previous || getPosition(player.getState(), story.id) > limits.player.againAfterSeconds)
      return player.seek(story.id, 0);
    change({ upcoming: [previous, story, ...view.upcoming] });
    start(previous);
    // `start` has put the current story into `played`, but it is upcoming now.
    change({ played });
  }

  function onEnd(): void {
    heardToEnd += 1;
    if (view.sleep === 'after-story') return setSleep('never');
    if (view.playsNext) return playNext();
    const isTimeToAsk = heardToEnd >= limits.player.askAfterHeard && view.upcoming.length > 0;
    if (view.playsNext !== null || !isTimeToAsk) return;
    // Stored as a no before the answer, so that the question comes only once.
    choose(false);
    change({ isAsking: true });
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

  /** Adds the tracks that have been loaded behind the tail. */
  function extend(): void {
    const { tail } = view;
    const extended = tail ? toExtended(view, current, findListed(tail.track.id, tail.list).tracks) : view;
    if (extended !== view) change(extended);
  }

  /** Takes what follows from the list of the tail, and loads more of it if that is little. */
  function fill(): void {
    extend();
    const { tail, upcoming } = view;
    if (tail && upcoming.length < limits.player.fewUpcoming) loadMore(tail.track.id, tail.list);
  }

  /** Lets all stories of the list on the screen follow one of them, also those that were heard before. */
  function playAll(track: Track): void {
    asked = track;
    const { name } = findListed(track.id);
    if (name === null) return;
    change({ ...emptyQueue, tail: { track, list: name }, isWhole: true });
    fill();
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
      fill();
    }
    // The listener asks anew with another track of the same story.
    if (story.startsAll && story !== asked) playAll(story);
    if (kind === 'playing') canSkip = true;
    if (kind === before) return;
    if (kind === 'ended') onEnd();
    // A missing story does not end the queue. Only one failure in a row is skipped, because without a network all of them
    // fail.
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
    /** Removes the stories that the listener no longer wants to hear, and stops the current one if it is one of them. */
    removeAll: (isUnwanted: (story: StorySummary) => boolean): void => {
      const isGone = toGone(isUnwanted);
      const playing = getStory();
      if (playing && isGone(playing)) player.stop();
      // Nor does it count as played when another story starts.
      if (current && isGone(current)) current = null;
      change(toWithout(view, isGone, current));
    },
    /** Removes the stories that the listener no longer wants to hear, except the current one, which they chose. */
    leaveOut: (isUnwanted: (story: StorySummary) => boolean): void => {
      const isGone = toGone(isUnwanted);
      if ([...view.upcoming, ...view.played].some(isGone)) change(toWithout(view, isGone, current));
    },
    clear: (): void => change({ ...emptyQueue, played: view.played }),
    extend,
    /** Forgets the played stories too, because another user of this tab should not see them. */
    forget: (): void => {
      current = null;
      setSleep('never');
      change({ ...emptyQueue, isAsking: false });
    },
    /** Stores whether the next story plays by itself. A yes to the question starts it. */
    setPlaysNext: (wanted: boolean): void => {
      const wasAsking = view.isAsking;
      choose(wanted);
      change({ isWhole: false, isAsking: false });
      if (wanted && wasAsking) playNext();
    },
  };
}
