import type { Cost, Costs } from './read-costs.ts';

/**
 * How listeners behave: assumptions, which an operator replaces by figures of `/metrics`. Durations and sizes follow from the
 * product: an open screen refreshes each half minute, sound has 64 kbit/s, a recording is kept three times.
 */
export const behaviour = {
  visitsPerMonth: 5,
  daysPerMonth: 30,
  storiesPerVisit: 5,
  /** Of a story, and the part of it that is heard. */
  storySeconds: 100,
  heard: 0.6,
  /** Signed in, so that no page of the feed is shared with others. */
  membersShare: 0.3,
  feedPagesPerVisit: 3,
  refreshSeconds: 30,
  votesPerVisit: 0.3,
  commentsPerVisit: 0.05,
  /** Of the visits that do not come back to files in the cache of their browser. */
  newShare: 0.3,
  /** Visits in which a story is recorded, and how long it is. */
  recordsShare: 0.01,
  recordedSeconds: 120,
} as const;

const soundBytesPerSecond = 8_000;
const rangeBytes = 64 * 1024;
const firstLoadBytes = 190_000;
const callBytes = 6_000;
/** An original, the copy that is played and the MP3 for podcasts. */
const copiesOfSound = 3;
/** A model for two cores that hears twice as fast as people speak: docs/transcription.md. */
const transcribingCores = 2 / 2;

const useNames = [
  'serverMs',
  'postgresMs',
  'writes',
  'soundBytes',
  'otherBytes',
  'storedBytes',
  'transcribingSeconds',
] as const;

/** The resources that visits use. */
export type Use = Readonly<Record<(typeof useNames)[number], number>>;

export const mapUse = (toValue: (name: keyof Use) => number): Use =>
  Object.fromEntries(useNames.map((name) => [name, toValue(name)])) as Use; // of all its names

export const noUse = mapUse(() => 0);

/** A visit: counts of what happens in it, which may be averages. */
export interface Visit {
  readonly isMember: number;
  readonly isNew: number;
  readonly feedPages: number;
  readonly stories: number;
  readonly heardSeconds: number;
  readonly votes: number;
  readonly comments: number;
  readonly recordedSeconds: number;
}

export const averageVisit: Visit = {
  isMember: behaviour.membersShare,
  isNew: behaviour.newShare,
  feedPages: behaviour.feedPagesPerVisit,
  stories: behaviour.storiesPerVisit,
  heardSeconds: behaviour.storiesPerVisit * behaviour.storySeconds * behaviour.heard,
  votes: behaviour.votesPerVisit,
  comments: behaviour.commentsPerVisit,
  recordedSeconds: behaviour.recordsShare * behaviour.recordedSeconds,
};

/** Returns what a visit uses. */
export function toUse(visit: Visit, costs: Costs): Use {
  const soundBytes = visit.heardSeconds * soundBytesPerSecond;
  const refreshes = visit.heardSeconds / behaviour.refreshSeconds;
  // A piece of a recording arrives each second, and costs about as much as a vote.
  const pieces = visit.recordedSeconds;
  const ownPages = visit.feedPages * visit.isMember;
  const calls: readonly (readonly [number, Cost])[] = [
    [1, costs.page],
    [1, costs.start],
    [visit.feedPages - ownPages, costs.sharedFeed],
    [ownPages, costs.ownFeed],
    [visit.stories + refreshes, costs.story],
    [visit.stories, costs.comments],
    [soundBytes / rangeBytes, costs.range],
    [visit.votes + pieces, costs.vote],
    [visit.comments, costs.comment],
  ];
  const sum = (part: keyof Cost): number => calls.reduce((all, [count, cost]) => all + count * cost[part], 0);
  const answers = 2 + visit.feedPages + refreshes + 2 * visit.stories;
  return {
    serverMs: sum('serverMs'),
    postgresMs: sum('postgresMs'),
    writes: visit.votes + visit.comments + pieces,
    soundBytes,
    otherBytes: visit.isNew * firstLoadBytes + answers * callBytes,
    storedBytes: visit.recordedSeconds * soundBytesPerSecond * copiesOfSound,
    transcribingSeconds: visit.recordedSeconds * transcribingCores,
  };
}
