import {
  AlreadyDecidedError,
  DomainError,
  limits,
  type CounterCheck,
  type CounterDifference,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { everything, getLast, writeLog } from '../moderation-log.ts';
import { requireActiveModerator } from '../user-locks.ts';
import { batchesOf, profileDifferences, storyDifferences } from './counter-queries.ts';

const columnsOf: Readonly<Record<CounterDifference['counter'], string>> = {
  upvotes: 'upvotes',
  downvotes: 'downvotes',
  score: 'score',
  comments: 'comments_count',
  posts: 'posts_count',
  followers: 'followers_count',
  following: 'following_count',
};

/**
 * Makes every counter say what there is, and answers what was wrong. A batch is locked, then counted: whoever votes,
 * comments or follows meanwhile comes before the count or after the repair.
 */
export async function repairCounters({ database }: Services, viewer: Viewer): Promise<CounterCheck> {
  const shown: CounterDifference[] = [];
  let total = 0;
  for (const table of ['stories', 'profiles'] as const) {
    for await (const ids of batchesOf(database.prisma, table)) {
      const found = await database.prisma.$transaction((tx) => repairBatch(tx, viewer, table, ids));
      total += found.length;
      shown.push(...found.slice(0, limits.moderation.shownDifferences - shown.length));
    }
  }
  return { total, differences: shown };
}

async function repairBatch(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  table: 'stories' | 'profiles',
  ids: readonly string[],
): Promise<CounterDifference[]> {
  await tx.$queryRawUnsafe(
    `SELECT 1 FROM ${table} WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    ids,
  );
  const differences = table === 'stories' ? storyDifferences : profileDifferences;
  const found = await tx.$queryRawUnsafe<CounterDifference[]>(differences('SELECT unnest($1::uuid[])'), ids);
  if (found.length === 0) return found;
  // All counters of a row at once: the database refuses a score that is not the difference of the votes.
  for (const [id, wrong] of Map.groupBy(found, (difference) => difference.id)) {
    const columns = wrong.map(({ counter }, index) => `${columnsOf[counter]} = $${index + 2}`).join(', ');
    const values = wrong.map(({ counted }) => counted);
    await tx.$executeRawUnsafe(`UPDATE ${table} SET ${columns} WHERE id = $1::uuid`, id, ...values);
  }
  const reason = `${table}: ${found.length}`;
  await writeLog(tx, viewer, { action: 'repair-counters', target: 'counters', id: everything, reason });
  return found;
}

/** Sends once more what could not be delivered. Throws NOT_FOUND, and CONFLICT with what happened. */
export async function retryFailedMail(services: Services, viewer: Viewer, id: string): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    if (!(await services.jobs.retryDead(tx, 'send-mail', id))) throw await toMailGone(tx, id);
    await writeLog(tx, viewer, { action: 'retry-mail', target: 'mail', id, reason: null });
  });
}

/** Forgets what could not be delivered. Throws as `retryFailedMail`. */
export async function dropFailedMail(services: Services, viewer: Viewer, id: string): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    if (!(await services.jobs.dropDead(tx, 'send-mail', id))) throw await toMailGone(tx, id);
    await writeLog(tx, viewer, { action: 'drop-mail', target: 'mail', id, reason: null });
  });
}

async function toMailGone(tx: Prisma.TransactionClient, id: string): Promise<DomainError> {
  const last = await getLast(tx, id);
  return last ? new AlreadyDecidedError(last) : new DomainError('NOT_FOUND');
}
