import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import type { DrillUser } from '../world/acknowledged.ts';
import { killAgainAndAgain, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { tendJobs } from '../world/tend-jobs.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';
import { createOwnChanges } from './own-changes.ts';

/** A user makes fewer changes than the limits allow. */
const betweenChangesMs = 700;
/** One of this many turns changes a password or an address, because their limits are low. */
const turnsPerSecret = 12;
const storiesOfUser = 2;
const mp3Ms = 60_000;
const everyKind = ['publication', 'edit', 'deletion', 'report', 'password', 'email', 'ended session'];

interface OwnStory {
  readonly id: string;
  isPublished: boolean;
}
type Stories = ReadonlyMap<DrillUser, OwnStory[]>;

/**
 * Kills the server at random moments while users publish, withdraw, edit and delete stories, report them, change passwords
 * and addresses and end sessions. Then checks over HTTP that exactly the public stories have an MP3 within a minute.
 */
export const killBesideChanges = (kills: number): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    let server = await world.serve();
    const stories: Stories = new Map(world.users.map((user) => [user, []]));
    const everyStory = (): readonly OwnStory[] => [...stories.values()].flat();
    const listUntried = (): readonly string[] =>
      everyKind.filter((kind) => !world.client.history.some((done) => done.kind === kind));
    const endTending = tendJobs(world);
    const recoveriesMs: number[] = [];
    await underLoad(world.users, changeInTurns(world, stories), async () => {
      await measureUntil(() => everyStory().length >= world.users.length);
      const killed = await killAgainAndAgain(world, server, kills);
      server = killed.server;
      recoveriesMs.push(...killed.recoveriesMs);
      await measureUntil(() => listUntried().length === 0);
    });
    let wrong: readonly string[] = [];
    const isRight = async (): Promise<boolean> => {
      wrong = await listWrongMp3s(server.url, everyStory());
      return wrong.length === 0;
    };
    await measureUntil(isRight, mp3Ms);
    endTending();
    const problems = [...listUntried().map((kind) => `no ${kind} was acknowledged`), ...wrong];
    const fault = 'REL-35 killed beside publishing, edits, deletions, accounts, reports, MP3s';
    return world.report({ fault, tries: kills, recoveriesMs, problems });
  });

/** Returns the work of a user, who repeats all kinds of changes, starting with a different one for each user. */
function changeInTurns(world: DrillWorld, stories: Stories): (user: DrillUser) => Promise<void> {
  const { client } = world;
  const changes = createOwnChanges(world);
  const secrets = [changes.changePassword, changes.endSession, changes.changeEmail] as const;
  const turns = new Map(world.users.map((user, n) => [user, n]));

  /** Reports a public story of another user. Ignores that the story may be withdrawn or deleted at this moment. */
  async function reportAnother(user: DrillUser): Promise<void> {
    const theirs = [...stories].flatMap(([author, own]) => (author === user ? [] : own));
    const story = theirs.find(({ isPublished }) => isPublished);
    await (story && changes.report(user, story.id))?.catch((error: unknown) => {
      if (!String(error).includes('STORY_NOT_FOUND')) throw error;
    });
  }

  return async (user) => {
    const own = stories.get(user) ?? [];
    if (own.length < storiesOfUser) own.push({ id: await client.save(user), isPublished: true });
    const turn = turns.get(user) ?? 0;
    turns.set(user, turn + 1);
    await delay(betweenChangesMs);
    const story = own[turn % own.length];
    if (turn % turnsPerSecret === 0) await secrets[(turn / turnsPerSecret) % secrets.length]?.(user);
    else if (!story) return;
    else if (turn % 3 === 0) {
      await client.setPublished(user, story.id, !story.isPublished);
      story.isPublished = !story.isPublished;
    } else if (turn % 6 === 1) await changes.edit(user, story.id, 'title');
    else if (turn % 6 === 2) await changes.edit(user, story.id, 'tags');
    else if (turn % 6 === 4) await changes.edit(user, story.id, 'transcript');
    else if (turn % 4 === 1) await reportAnother(user);
    else {
      await changes.remove(user, story.id);
      own.splice(own.indexOf(story), 1);
    }
  };
}

/** Requests MP3s like a podcast program. Lists public stories without an MP3, and others with one. */
async function listWrongMp3s(url: string, stories: readonly OwnStory[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { id, isPublished } of stories) {
    const answer = await fetch(`${url}/feed/${id}.mp3`, { method: 'HEAD' });
    if (answer.status !== (isPublished ? 200 : 404))
      wrong.push(`the MP3 of a ${isPublished ? 'public' : 'withdrawn'} story answers ${answer.status}`);
  }
  return wrong;
}
