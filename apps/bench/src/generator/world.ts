import { createHash } from 'node:crypto';
import { shareOut } from './power-law.ts';
import { pick, scatterStep } from './random.ts';

/** The kinds of rows that have ids. The last digit of an id tells the kind. */
const kinds = { user: 1, recording: 2, story: 3, comment: 4, follow: 5 } as const;

/** Returns the id of the row with this number. Ids grow with the number, as those of UUIDv7 do with time. */
export const idOf = (kind: keyof typeof kinds, index: number): string =>
  `${index.toString(16).padStart(8, '0')}-0000-7000-8000-00000000000${kinds[kind]}`;

/** The most popular stories have audio on the disk; the others have only its row. */
export const storiesWithAudio = 64;
export const audioBytes = 2_000_000;
export const audioKey = (kind: 'original' | 'playback', index: number): string => {
  const name = createHash('sha1').update(`${kind} ${index}`).digest('hex');
  return `${kind}/${name.slice(0, 2)}/${name}.wav`;
};

/** How much of everything there is, and of whom. Rows are numbered from 0; a lower number is older. */
export interface World {
  readonly stories: number;
  readonly users: number;
  /** Returns the number of the story at this place of the list of the most voted, from 0. */
  readonly storyAtRank: (rank: number) => number;
  readonly authorOf: (story: number) => number;
  /** By the number of the story. */
  readonly votes: Uint32Array;
  readonly comments: Uint32Array;
  /** By the number of the user. */
  readonly followers: Uint32Array;
  /**
   * Returns the user who takes this turn in voting for a story or following a user. The users of one thing are all
   * different, because the step visits each of them once.
   */
  readonly participant: (thing: number, turn: number, salt: number) => number;
}

/** The largest share of all users that votes for one story or follows one user. */
const maxShare = 0.8;

/** Describes a database with this many stories: five for each user, and as many votes, comments and follows as stories. */
export function createWorld(stories: number): World {
  const users = Math.max(200, Math.floor(stories / 5));
  const storyStep = scatterStep(stories);
  const userStep = scatterStep(users);
  const storyAtRank = (rank: number): number => (rank * storyStep + 1) % stories;
  const userAtRank = (rank: number): number => (rank * userStep + 1) % users;
  const mostUsers = Math.floor(users * maxShare);
  return {
    stories,
    users,
    storyAtRank,
    authorOf: (story) => pick(story, 51, users),
    votes: scatter(shareOut(stories, stories, mostUsers, 1), storyAtRank),
    comments: scatter(shareOut(stories, stories, stories, 2), storyAtRank),
    followers: scatter(shareOut(stories, users, mostUsers, 3), userAtRank),
    participant: (thing, turn, salt) => (pick(thing, salt, users) + turn * userStep) % users,
  };
}

/** Takes numbers by rank and returns them by row. */
function scatter(shares: Uint32Array, toRow: (rank: number) => number): Uint32Array {
  const result = new Uint32Array(shares.length);
  for (const [rank, share] of shares.entries()) result[toRow(rank)] = share;
  return result;
}
