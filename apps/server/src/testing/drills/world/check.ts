import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { hashToken } from '@relato/auth';
import type { Database } from '@relato/db';
import { listLasting, type Acknowledged, type DrillUser } from './acknowledged.ts';
import { RefusedError, type DrillClient } from './client.ts';
import { measureUntil } from './measure-until.ts';
import { retryJobs } from './tend-jobs.ts';

export interface Findings {
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly problems: readonly string[];
}

interface Checked {
  readonly database: Database;
  /** Reads an object of the store. */
  readonly readObject: (key: string) => Promise<Uint8Array>;
  readonly client: DrillClient;
  readonly administrator: DrillUser;
}

/** The longest time until an MP3 is there that the administrator has made again, and the pause between two looks. */
const mp3Ms = 60_000;
const mp3PauseMs = 1_000;

/**
 * Compares what the clients were told with the database and the store: each change is there once, with the same bytes, and
 * counted right, and whatever was replaced, deleted or ended is gone.
 */
export async function checkHistory(
  { database, readObject, client, administrator }: Checked,
  history: readonly Acknowledged[] = client.history,
): Promise<Findings> {
  const { prisma } = database;
  let lost = 0;
  let doubled = 0;
  for (const done of listLasting(history)) {
    const times = await countEffects(done);
    if (times === 0) lost += 1;
    if (times > 1) doubled += 1;
  }

  /** Returns how often a change is there. */
  async function countEffects(done: Acknowledged): Promise<number> {
    switch (done.kind) {
      case 'upload':
        return Number(await isStored(done.recordingId, done.sha256));
      case 'save': {
        const { storyId: id, recordingId, title } = done;
        const others = await prisma.story.count({ where: { title, id: { not: id } } });
        return (await prisma.story.count({ where: { id, recordingId } })) + others;
      }
      case 'publication':
        return prisma.story.count({ where: { id: done.storyId, published: done.isPublished } });
      case 'edit': {
        const story = await prisma.story.findUnique({ where: { id: done.storyId } });
        return Number(isDeepStrictEqual(story?.[done.field], done.value));
      }
      case 'deletion': {
        const stories = await prisma.story.count({ where: { id: done.storyId } });
        return Number(stories + (await prisma.recording.count({ where: { id: done.recordingId } })) === 0);
      }
      case 'comment':
        return prisma.comment.count({ where: { content: done.content } });
      case 'vote': {
        const { storyId, userId } = done;
        const row = await prisma.vote.findFirst({ where: { storyId, userId } });
        return Number((row?.direction ?? null) === done.direction);
      }
      case 'follow': {
        const { followerId, followingId } = done;
        const rows = await prisma.follow.count({ where: { followerId, followingId } });
        return Number(rows === Number(done.isFollowing));
      }
      case 'report': {
        const rows = await prisma.report.findMany({
          where: { storyId: done.storyId, reporterUserId: done.userId },
        });
        return rows.length === 1 && rows[0]?.reason !== done.reason ? 0 : rows.length;
      }
      case 'password':
        return Number(await canSignIn(done.user, done.password));
      case 'email':
        return prisma.user.count({ where: { id: done.userId, email: done.email } });
      case 'ended session':
        return Number(!(await isSignedIn(done.user)));
    }
  }

  async function isStored(id: string, sha256: string): Promise<boolean> {
    const row = await prisma.recording.findUnique({ where: { id } });
    if (row?.originalKey == null || row.originalSha256 !== sha256) return false;
    const bytes = await readObject(row.originalKey).catch(() => Buffer.alloc(0));
    return createHash('sha256').update(bytes).digest('hex') === sha256;
  }

  async function canSignIn({ id, ...user }: DrillUser, password: string): Promise<boolean> {
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id } });
    return client.change({ id, ...user }, 'account.signIn', { email, password }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof RefusedError && error.code === 'INVALID_CREDENTIALS') return false;
        throw error;
      },
    );
  }

  /** A server may not ask again about a token that it has refused. */
  async function isSignedIn(user: DrillUser): Promise<boolean> {
    const rows = await prisma.session.count({ where: { id: hashToken(user.token) } });
    return rows > 0 || (await client.change(user, 'account.session', {})) !== null;
  }

  return { acknowledged: history.length, lost, doubled, problems: await listProblems(client, administrator) };
}

/** Lists wrong counters, and rows whose files are missing or changed. A busy server is asked again. */
async function listProblems(client: DrillClient, administrator: DrillUser): Promise<string[]> {
  const counters = (await client.change(administrator, 'admin.verifyCounters', {})) as {
    readonly total: number;
  };
  const problems = counters.total > 0 ? [`${counters.total} wrong counters`] : [];
  // One whose worker was killed five times waits for the administrator, who has it made again.
  let stored = await listStoredProblems(client, administrator);
  if (stored.some(isToBeMade) && (await retryJobs({ client, administrator })) > 0)
    await measureUntil(async () => {
      await delay(mp3PauseMs);
      stored = await listStoredProblems(client, administrator);
      return !stored.some(isToBeMade);
    }, mp3Ms);
  return [...problems, ...stored];
}

/** Returns whether a job makes what is missing. */
const isToBeMade = (problem: string): boolean => ['mp3 missing', 'picture missing'].includes(problem);

async function listStoredProblems(client: DrillClient, administrator: DrillUser): Promise<string[]> {
  const problems: string[] = [];
  let cursor: string | null = null;
  do {
    const check = (await client.change(administrator, 'recordings.verifyStorage', { cursor })) as {
      readonly problems: readonly { readonly object: string; readonly trouble: string }[];
      readonly nextCursor: string | null;
    };
    problems.push(...check.problems.map(({ object, trouble }) => `${object} ${trouble}`));
    cursor = check.nextCursor;
  } while (cursor !== null);
  return problems;
}
