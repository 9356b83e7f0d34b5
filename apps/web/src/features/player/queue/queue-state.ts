import type { Track } from '../player-state.ts';

export interface QueueState {
  /** What comes after the current track. */
  readonly upcoming: readonly Track[];
  /** What was heard before it, the last one first. */
  readonly played: readonly Track[];
  /** The last track that came from a list: what follows it there, once that is known, comes next too. Null if nothing may. */
  readonly tail: { readonly id: string; readonly list: string } | null;
}

/** A list on the screen; it has no name, and nothing in it, if there is none. */
export interface Listed {
  readonly name: string | null;
  readonly tracks: readonly Track[];
}

export const emptyQueue: QueueState = { upcoming: [], played: [], tail: null };

/** Of each list. More is never looked at, and a list has no end. */
const maxTracks = 50;

const without = (tracks: readonly Track[], id: string) => tracks.filter((track) => track.id !== id);

/** A story may stand in a list twice, as on the screen of a story. */
const onceEach = (tracks: readonly Track[]) => [
  ...new Map(tracks.map((track) => [track.id, track])).values(),
];

/**
 * Returns the queue once a track has begun after `previous`. One of the queue leaves what comes after it; any other one is
 * followed by what follows it in its list, if it stands in one.
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
  // Also by what was heard before: it was chosen anew.
  if (list !== null)
    return { ...toExtended({ ...emptyQueue, tail: { id: track.id, list } }, track, listed.tracks), played };
  const next = place === -1 ? queue.upcoming : queue.upcoming.slice(place + 1);
  return { ...queue, upcoming: without(next, track.id), played };
}

/** Returns the queue with what follows its tail in a list, such as that of the next page, but for what is heard already. */
export function toExtended(queue: QueueState, current: Track | null, listed: readonly Track[]): QueueState {
  const { tail } = queue;
  const place = listed.findIndex(({ id }) => id === tail?.id);
  if (!tail || place === -1) return queue;
  const known = new Set([current, ...queue.upcoming, ...queue.played].map((track) => track?.id));
  const further = onceEach(listed.slice(place + 1)).filter(({ id }) => !known.has(id));
  const added = further.slice(0, maxTracks - queue.upcoming.length);
  if (added.length === 0) return queue;
  return {
    ...queue,
    upcoming: [...queue.upcoming, ...added],
    tail: { ...tail, id: added.at(-1)?.id ?? tail.id },
  };
}

/** Returns the queue with a track one place earlier. */
export function toRaised(queue: QueueState, id: string): QueueState {
  const upcoming = [...queue.upcoming];
  const place = upcoming.findIndex((track) => track.id === id);
  const [track] = place > 0 ? upcoming.splice(place, 1) : [];
  if (!track) return queue;
  upcoming.splice(place - 1, 0, track);
  return { ...queue, upcoming };
}

/** Returns the queue without the tracks of an author. Its list goes on after the last of the others. */
export function toWithoutAuthor(
  { upcoming, played, tail }: QueueState,
  authorId: string,
  current: Track | null,
): QueueState {
  const isOfOther = (track: Track) => track.authorId !== authorId;
  const rest = upcoming.filter(isOfOther);
  const isGone = upcoming.some((track) => track.id === tail?.id && !isOfOther(track));
  const last = isGone ? (rest.at(-1) ?? current) : null;
  return {
    upcoming: rest,
    played: played.filter(isOfOther),
    tail: tail && { ...tail, id: last?.id ?? tail.id },
  };
}

export const toRemoved = (queue: QueueState, id: string): QueueState => ({
  ...queue,
  upcoming: without(queue.upcoming, id),
});
