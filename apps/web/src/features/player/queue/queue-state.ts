import type { Track } from '../player-state.ts';

export interface QueueState {
  /** What comes after the current track. */
  readonly upcoming: readonly Track[];
  /** What was heard before it, the last one first. */
  readonly played: readonly Track[];
}

export const emptyQueue: QueueState = { upcoming: [], played: [] };

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
  { upcoming, played }: QueueState,
  track: Track,
  { previous, listed }: { readonly previous: Track | null; readonly listed: readonly Track[] },
): QueueState {
  const place = upcoming.findIndex(({ id }) => id === track.id);
  const placeInList = listed.findIndex(({ id }) => id === track.id);
  const next =
    place >= 0 ? upcoming.slice(place + 1) : placeInList >= 0 ? listed.slice(placeInList + 1) : upcoming;
  const before = previous ? [previous, ...without(played, previous.id)] : played;
  return {
    upcoming: onceEach(without(next, track.id)).slice(0, maxTracks),
    played: without(before, track.id).slice(0, maxTracks),
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

/** Returns the queue without the tracks of an author. */
export const toWithoutAuthor = ({ upcoming, played }: QueueState, authorId: string): QueueState => {
  const isOfOther = (track: Track) => track.authorId !== authorId;
  return { upcoming: upcoming.filter(isOfOther), played: played.filter(isOfOther) };
};

export const toRemoved = (queue: QueueState, id: string): QueueState => ({
  ...queue,
  upcoming: without(queue.upcoming, id),
});
