import type { Track } from '../player-state.ts';

export interface QueueState {
  /** The tracks after the current one. */
  readonly upcoming: readonly Track[];
  /** The tracks before the current one, the last one first. */
  readonly played: readonly Track[];
  /**
   * The last track that came from a list. The queue grows by the tracks behind it once they are loaded. Null if the queue
   * must not grow.
   */
  readonly tail: { readonly track: Track; readonly list: string } | null;
  /** The listener asked for all stories of the list: they follow each other, whatever the listener chose otherwise. */
  readonly isWhole: boolean;
}

/** A list on the screen. Without one, `name` is null and `tracks` is empty. */
export interface Listed {
  readonly name: string | null;
  readonly tracks: readonly Track[];
}

export const emptyQueue: QueueState = { upcoming: [], played: [], tail: null, isWhole: false };

/** The limit of `upcoming` and of `played`: a list has no end, and listeners never look further. */
const maxTracks = 50;

const without = (tracks: readonly Track[], id: string) => tracks.filter((track) => track.id !== id);

/** Drops duplicates: the screen of a story may list it twice. */
const onceEach = (tracks: readonly Track[]) => [
  ...new Map(tracks.map((track) => [track.id, track])).values(),
];

/**
 * Returns the queue after a track has started. A track of the queue keeps the tracks behind it; any other track of a list is
 * followed by the rest of its list.
 */
export function toStarted(
  queue: QueueState,
  track: Track,
  { previous, listed }: { readonly previous: Track | null; readonly listed: Listed },
): QueueState {
  const place = queue.upcoming.findIndex(({ id }) => id === track.id);
  const list = place === -1 && listed.tracks.some(({ id }) => id === track.id) ? listed.name : null;
  const before = previous ? [previous, ...without(queue.played, previous.id)] : queue.played;
  const played = without(before, track.id).slice(0, maxTracks);
  // Played tracks may follow again, because the listener chose this one anew.
  if (list !== null)
    return { ...toExtended({ ...emptyQueue, tail: { track, list } }, track, listed.tracks), played };
  const next = place === -1 ? queue.upcoming : queue.upcoming.slice(place + 1);
  // A track of no list ends the wish to hear all of one.
  return { ...queue, upcoming: without(next, track.id), played, isWhole: queue.isWhole && place !== -1 };
}

/** Returns the queue with the tracks behind its tail, without those that it holds or has played. */
export function toExtended(queue: QueueState, current: Track | null, listed: readonly Track[]): QueueState {
  const { tail } = queue;
  const place = listed.findIndex(({ id }) => id === tail?.track.id);
  if (!tail || place === -1) return queue;
  const known = new Set([current, ...queue.upcoming, ...queue.played].map((track) => track?.id));
  const further = onceEach(listed.slice(place + 1)).filter(({ id }) => !known.has(id));
  const added = further.slice(0, maxTracks - queue.upcoming.length);
  if (added.length === 0) return queue;
  return {
    ...queue,
    upcoming: [...queue.upcoming, ...added],
    tail: { ...tail, track: added.at(-1) ?? tail.track },
  };
}

/** Returns the queue with a track moved one place earlier. */
export function toRaised(queue: QueueState, id: string): QueueState {
  const upcoming = [...queue.upcoming];
  const place = upcoming.findIndex((track) => track.id === id);
  const [track] = place > 0 ? upcoming.splice(place, 1) : [];
  if (!track) return queue;
  upcoming.splice(place - 1, 0, track);
  return { ...queue, upcoming };
}

/**
 * Returns the queue without tracks that have left their list. If the tail was one of them, the last remaining track replaces
 * it, because the list continues behind that one.
 */
export function toWithout(
  { upcoming, played, tail, isWhole }: QueueState,
  isGone: (track: Track) => boolean,
  current: Track | null,
): QueueState {
  const isThere = (track: Track) => !isGone(track);
  const rest = upcoming.filter(isThere);
  const last = rest.at(-1) ?? current;
  return {
    upcoming: rest,
    played: played.filter(isThere),
    tail: tail && last && isGone(tail.track) ? { ...tail, track: last } : tail,
    isWhole,
  };
}

/** Returns the queue without a track that is still in its list, and may still be the tail. */
export const toRemoved = (queue: QueueState, id: string): QueueState => ({
  ...queue,
  upcoming: without(queue.upcoming, id),
});
