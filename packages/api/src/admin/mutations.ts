import {
  adminLimits,
  AlreadyDecidedError,
  DomainError,
  type CounterCheck,
  type CounterDifference,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { allRows, getLastEntry, writeLog } from '../moderation-log.ts';
import { requireActiveModerator } from '../locks.ts';
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
 * Corrects every wrong counter and returns the differences. Each batch is locked before it is counted, so that a concurrent
 * vote, comment or follow comes either before the count or after the repair.
 */
export async function repairCounters({ database }: Services, viewer: Viewer): Promise<CounterCheck> {
  const shown: CounterDifference[] = [];
  let total = 0;
  for (const table of ['stories', 'profiles'] as const) {
    for await (const ids of batchesOf(database.prisma, table)) {
      const found = await database.prisma.$transaction((tx) => repairBatch(tx, viewer, table, ids));
      total += found.length;
      shown.push(...found.slice(0, adminLimits.counters.shownDifferences - shown.length));
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
  await requireActiveModerator(tx, viewer);
  await tx.$queryRawUnsafe(
    `SELECT 1 FROM ${table} WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    ids,
  );
  const differences = table === 'stories' ? storyDifferences : profileDifferences;
  const found = await tx.$queryRawUnsafe<CounterDifference[]>(differences('SELECT unnest($1::uuid[])'), ids);
  if (found.length === 0) return found;
  // Corrects all counters of a row in one statement, because a constraint ties the score to the votes.
  for (const [id, wrong] of Map.groupBy(found, (difference) => difference.id)) {
    const columns = wrong.map(({ counter }, index) => `${columnsOf[counter]} = $${index + 2}`).join(', ');
    const values = wrong.map(({ counted }) => counted);
    await tx.$executeRawUnsafe(`UPDATE ${table} SET ${columns} WHERE id = $1::uuid`, id, ...values);
  }
  const reason = `${table}: ${found.length}`;
  await writeLog(tx, viewer, { action: 'repair-counters', target: 'counters', id: allRows, reason });
  return found;
}

/** Queues a permanently failed job again. Throws NOT_FOUND, or CONFLICT with the last log entry if it was already handled. */
export async function retryFailedJob(services: Services, viewer: Viewer, id: string): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    if (!(await services.jobs.retryDead(tx, id))) throw await toJobGone(tx, id);
    await writeLog(tx, viewer, { action: 'retry-job', target: 'job', id });
  });
}

/** Deletes a permanently failed job. Throws like `retryFailedJob`. */
export async function dropFailedJob(services: Services, viewer: Viewer, id: string): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    if (!(await services.jobs.dropDead(tx, id))) throw await toJobGone(tx, id);
    await writeLog(tx, viewer, { action: 'drop-job', target: 'job', id });
  });
}

async function toJobGone(tx: Prisma.TransactionClient, id: string): Promise<DomainError> {
  const last = await getLastEntry(tx, id);
  return last ? new AlreadyDecidedError(last) : new DomainError('NOT_FOUND');
}
