import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import type { Acknowledged, DrillUser } from '../world/acknowledged.ts';
import { measureRecovery, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createOwnChanges, type OwnChanges } from '../world/own-changes.ts';
import { tendJobs } from '../world/tend-jobs.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

/** A user makes fewer changes than the limits allow. */
const betweenChangesMs = 700;
/** The limits of passwords and mails are low: so many turns have one such change. */
const turnsPerSecret = 12;
const storiesOfUser = 2;
const mp3Ms = 60_000;
const everyKind = [
  'publication',
  'edit',
  'deletion',
  'report',
  'password',
  'email',
  'ended session',
] as const satisfies readonly Acknowledged['kind'][];

interface OwnStory {
  readonly id: string;
  isPublished: boolean;
}

/**
 * Kills the server at random moments while users publish, withdraw, edit and delete stories, report them, change passwords and
 * addresses and end sessions. Afterwards, from outside: public stories have an MP3 within a minute, and no others have one.
 */
export async function killBesideChanges(kills: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  try {
    let server = await world.start();
    await server.ready();
    const stories = new Map<DrillUser, OwnStory[]>();
    for (const user of world.users) stories.set(user, []);
    const everyStory = (): readonly OwnStory[] => [...stories.values()].flat();
    const endTending = tendJobs(world);
    const recoveriesMs: number[] = [];
    await underLoad(world.users, changeInTurns(world, stories), async () => {
      await measureUntil(() => everyStory().length >= world.users.length);
      for (let kill = 0; kill < kills; kill += 1) {
        await delay(randomInt(300, Math.round(Math.max(2_000, Math.min(10_000, recoveriesMs.at(-1) ?? 0)))));
        await world.kill(server);
        const killedMs = performance.now();
        server = await world.start();
        recoveriesMs.push(await measureRecovery(world, killedMs));
      }
      await measureUntil(() => listUntried(world).length === 0);
    });
    let wrong: readonly string[] = [];
    const isRight = async (): Promise<boolean> => {
      wrong = await listWrongMp3s(server.url, everyStory());
      return wrong.length === 0;
    };
    const rightMs = await measureUntil(isRight, mp3Ms);
    endTending();
    const found = await world.check();
    const untried = listUntried(world).map((kind) => `no ${kind} was acknowledged`);
    const problems = [...found.problems, ...untried, ...(rightMs === null ? wrong : [])];
    const fault = 'REL-35 killed beside publishing, edits, deletions, accounts, reports, MP3s';
    return { fault, tries: kills, recoveriesMs, ...found, problems };
  } finally {
    await world.close();
  }
}

const listUntried = ({ client }: DrillWorld): readonly string[] =>
  everyKind.filter((kind) => !client.history.some((done) => done.kind === kind));

/** Returns the work of a user: all kinds of changes in turns, beginning at another one for each user. */
function changeInTurns(
  world: DrillWorld,
  stories: ReadonlyMap<DrillUser, OwnStory[]>,
): (user: DrillUser) => Promise<void> {
  const changes = createOwnChanges(world);
  const turns = new Map(world.users.map((user, n) => [user, n]));
  return async (user) => {
    const own = stories.get(user) ?? [];
    if (own.length < storiesOfUser) own.push({ id: await world.client.save(user), isPublished: true });
    const turn = turns.get(user) ?? 0;
    turns.set(user, turn + 1);
    await delay(betweenChangesMs);
    if (turn % turnsPerSecret === 0) await changeSecret(changes, user, turn / turnsPerSecret);
    else await changeStory(changes, { user, own, turn, others: stories });
  };
}

async function changeSecret(changes: OwnChanges, user: DrillUser, turn: number): Promise<void> {
  const kinds = [changes.changePassword, changes.endSession, changes.changeEmail] as const;
  await kinds[turn % kinds.length]?.(user);
}

interface Turn {
  readonly user: DrillUser;
  readonly own: OwnStory[];
  readonly turn: number;
  readonly others: ReadonlyMap<DrillUser, readonly OwnStory[]>;
}

async function changeStory(changes: OwnChanges, { user, own, turn, others }: Turn): Promise<void> {
  const story = own[turn % own.length];
  if (!story) return;
  switch (turn % 6) {
    case 0:
    case 3:
      await changes.setPublished(user, story.id, !story.isPublished);
      story.isPublished = !story.isPublished;
      return;
    case 1:
      await changes.edit(user, story.id, 'title');
      return;
    case 2:
      await changes.edit(user, story.id, 'tags');
      return;
    case 4:
      await changes.edit(user, story.id, 'transcript');
      return;
    default:
      if (turn % 4 === 1) await reportAnother(changes, user, others);
      else {
        await changes.remove(user, story.id);
        own.splice(own.indexOf(story), 1);
      }
  }
}

/** Reports a public story of another user, unless that user withdraws or deletes it at this moment. */
async function reportAnother(
  changes: OwnChanges,
  user: DrillUser,
  others: ReadonlyMap<DrillUser, readonly OwnStory[]>,
): Promise<void> {
  const theirs = [...others].flatMap(([author, stories]) => (author === user ? [] : stories));
  const story = theirs.find(({ isPublished }) => isPublished);
  if (story) await changes.report(user, story.id).catch(ignoreGone);
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('STORY_NOT_FOUND'))) throw error;
}

/** Asks as a podcast program does, and lists the stories whose MP3 is missing, or is there although they are not public. */
async function listWrongMp3s(url: string, stories: readonly OwnStory[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { id, isPublished } of stories) {
    const answer = await fetch(`${url}/feed/${id}.mp3`, { method: 'HEAD' });
    if (answer.status !== (isPublished ? 200 : 404))
      wrong.push(`the MP3 of a ${isPublished ? 'public' : 'withdrawn'} story answers ${answer.status}`);
  }
  return wrong;
}
