import { createHash } from 'node:crypto';
import { measureBeside, type Bench, type Workload } from '../bench.ts';
import { idOf } from '../data/facts.ts';
import { sessionCount } from '../data/sessions.ts';
import type { LoadRequest } from '../load/run-load.ts';
import type { Row } from '../report/rows.ts';
import { mutation, post } from './calls.ts';

/** More than a run sends, so that hardly any change repeats. */
const changes = 20_000;

interface Change {
  readonly user: number;
  readonly number: number;
  /** The hash of this change alone. */
  readonly hash: Buffer;
}

interface Write {
  readonly atLeast: number;
  readonly limit?: string;
  readonly toOurs: (change: Change) => LoadRequest;
  readonly toPeer: (change: Change) => LoadRequest;
}

/** Compares a write with the same change as one durable statement. */
function measureWrite(
  bench: Bench,
  workload: string,
  { atLeast, limit = 'one durable statement', toOurs, toPeer }: Write,
): Promise<readonly Row[]> {
  const users = Math.min(sessionCount, bench.users);
  // The peer acts for other users than ours, so that neither finds the other's rows.
  const listFor = (side: number): readonly Change[] =>
    Array.from({ length: changes }, (_, turn) => {
      const number = bench.seed + turn * 2 + side;
      const hash = createHash('md5').update(`${workload} ${number}`).digest();
      return { user: (turn + side * Math.floor(users / 2)) % users, number, hash };
    });
  return measureBeside(bench, workload, listFor(0).map(toOurs), [
    { peer: 'hand-written', name: limit, requests: listFor(1).map(toPeer), atLeast },
  ]);
}

const anyStory = ({ stories }: Bench, { hash }: Change): string =>
  idOf('story', hash.readUInt32LE() % stories);

const anyDirection = ({ hash }: Change): string => ((hash[4] ?? 0) % 2 === 0 ? 'up' : 'down');

export const measureVotes: Workload = async (bench) => {
  const hotStory = idOf('story', 0);
  const users = Math.min(sessionCount, bench.users);
  // Each turn of a user reverses the vote, so that each call writes.
  const turn = ({ number }: Change): string =>
    Math.floor((number - bench.seed) / (2 * users)) % 2 === 0 ? 'up' : 'down';
  const many = await measureWrite(bench, 'vote, many stories', {
    atLeast: 0.5,
    toOurs: (change) =>
      mutation('stories.vote', { id: anyStory(bench, change), direction: anyDirection(change) }, change.user),
    toPeer: (change) =>
      post('/vote', [anyStory(bench, change), idOf('user', change.user), anyDirection(change)]),
  });
  const hot = await measureWrite(bench, 'vote, one hot story', {
    atLeast: 0.4,
    limit: 'one durable statement on one row',
    toOurs: (change) => mutation('stories.vote', { id: hotStory, direction: turn(change) }, change.user),
    toPeer: (change) => post('/vote', [hotStory, idOf('user', change.user), turn(change)]),
  });
  return [...many, ...hot];
};

export const measureFollows: Workload = (bench) => {
  const whom = ({ user, hash }: Change): string => {
    const other = hash.readUInt32LE() % bench.users;
    return idOf('user', other === user ? (other + 1) % bench.users : other);
  };
  return measureWrite(bench, 'follow', {
    atLeast: 0.5,
    toOurs: (change) => mutation('follows.follow', { userId: whom(change) }, change.user),
    toPeer: (change) => post('/follow', [idOf('user', change.user), whom(change)]),
  });
};

const toId = ({ hash }: Change): string =>
  hash.toString('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-7$3-8$4-$5');
const toText = ({ number }: Change): string => `Qué historia tan bonita, gracias por contarla. ${number}`;

export const measureNewComments: Workload = (bench) =>
  measureWrite(bench, 'comment', {
    atLeast: 0.5,
    toOurs: (change) =>
      mutation(
        'comments.create',
        { id: toId(change), storyId: anyStory(bench, change), content: toText(change) },
        change.user,
      ),
    toPeer: (change) =>
      post('/comment', [toId(change), anyStory(bench, change), idOf('user', change.user), toText(change)]),
  });
