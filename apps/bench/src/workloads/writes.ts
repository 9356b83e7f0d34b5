import { hash, pick } from '../generator/random.ts';
import { sessionCount } from '../data/sessions.ts';
import { idOf } from '../generator/world.ts';
import type { Row } from '../report/rows.ts';
import { toRatioRow } from '../report/compare-row.ts';
import type { LoadRequest } from '../load/protocol.ts';
import { measure, oursAs, peerAs, type Bench, type Workload } from './bench.ts';
import { mutation, peerMutation } from './calls.ts';

/** More than a run sends, so that hardly any change is made twice. */
const changes = 20_000;

interface Change {
  readonly user: number;
  readonly number: number;
}

interface Write {
  readonly workload: string;
  readonly atLeast: number;
  readonly limit: string;
  readonly toOurs: (change: Change) => LoadRequest;
  readonly toPeer: (change: Change) => LoadRequest;
}

/** Compares a write with the same change as one durable statement. */
async function measureWrite(bench: Bench, { workload, atLeast, limit, toOurs, toPeer }: Write): Promise<Row> {
  const users = Math.min(sessionCount, bench.world.users);
  // The peer acts for other users than ours, so that neither finds the other's rows.
  const listFor = (side: number): readonly Change[] =>
    Array.from({ length: changes }, (_, number) => ({
      user: (number + side * Math.floor(users / 2)) % users,
      number: bench.seed + number * 2 + side,
    }));
  const [ours, raw] = await measure(bench, [
    oursAs(bench, workload, listFor(0).map(toOurs)),
    await peerAs(bench, 'hand-written', listFor(1).map(toPeer)),
  ]);
  if (!ours) throw new Error('The product was not measured');
  return toRatioRow(workload, ours, raw ?? null, limit, atLeast);
}

const directionOf = ({ number }: Change): 'up' | 'down' => (hash(number, 71) % 2 === 0 ? 'up' : 'down');

export const measureVotes: Workload = async (bench) => {
  const { world } = bench;
  const anyStory = ({ number }: Change): string => idOf('story', pick(number, 72, world.stories));
  const hotStory = idOf('story', world.storyAtRank(40));
  // Each turn of a user turns the vote around, so that each call writes.
  const users = Math.min(sessionCount, world.users);
  const turn = ({ number }: Change): 'up' | 'down' =>
    Math.floor(number / (2 * users)) % 2 === 0 ? 'up' : 'down';
  return [
    await measureWrite(bench, {
      workload: 'vote, many stories',
      atLeast: 0.5,
      limit: 'one durable statement',
      toOurs: (change) =>
        mutation('stories.vote', { id: anyStory(change), direction: directionOf(change) }, change.user),
      toPeer: (change) =>
        peerMutation('vote', [anyStory(change), idOf('user', change.user), directionOf(change)]),
    }),
    await measureWrite(bench, {
      workload: 'vote, one hot story',
      atLeast: 0.4,
      limit: 'one durable statement on one row',
      toOurs: (change) => mutation('stories.vote', { id: hotStory, direction: turn(change) }, change.user),
      toPeer: (change) => peerMutation('vote', [hotStory, idOf('user', change.user), turn(change)]),
    }),
  ];
};

export const measureFollows: Workload = async (bench) => {
  const whom = ({ user, number }: Change): string => {
    const other = pick(number, 73, bench.world.users);
    return idOf('user', other === user ? (other + 1) % bench.world.users : other);
  };
  return [
    await measureWrite(bench, {
      workload: 'follow',
      atLeast: 0.5,
      limit: 'one durable statement',
      toOurs: (change) => mutation('follows.follow', { userId: whom(change) }, change.user),
      toPeer: (change) => peerMutation('follow', [idOf('user', change.user), whom(change)]),
    }),
  ];
};

/** Returns an id that no other change has. */
const toId = ({ number }: Change): string => {
  const [high = '', middle = '', low = ''] = [75, 76, 77].map((salt) =>
    hash(number, salt).toString(16).padStart(8, '0'),
  );
  return `${high}-${middle.slice(0, 4)}-7${middle.slice(4, 7)}-8${low.slice(0, 3)}-0000${number.toString(16).padStart(8, '0')}`;
};
const toText = ({ number }: Change): string => `Qué historia tan bonita, gracias por contarla. ${number}`;

export const measureNewComments: Workload = async (bench) => {
  const where = ({ number }: Change): string => idOf('story', pick(number, 74, bench.world.stories));
  return [
    await measureWrite(bench, {
      workload: 'comment',
      atLeast: 0.5,
      limit: 'one durable statement',
      toOurs: (change) =>
        mutation(
          'comments.create',
          { id: toId(change), storyId: where(change), content: toText(change) },
          change.user,
        ),
      toPeer: (change) =>
        peerMutation('comment', [toId(change), where(change), idOf('user', change.user), toText(change)]),
    }),
  ];
};
