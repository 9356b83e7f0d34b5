import { retention } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Services } from '../rpc/context.ts';
import type { JobData } from '../jobs/queue.ts';
import { deleteRecording } from './mutations.ts';
import { listOldObjects, toFate, toLeftoverTime } from './leftover-queries.ts';

/**
 * Deletes each object independently: a failure does not affect the others, and the job is retried until all are gone. Frozen
 * objects stay, and are deleted when the freeze ends.
 */
export async function deleteObjects(
  { storage, database }: Pick<Services, 'storage' | 'database'>,
  { keys }: JobData['delete-objects'],
): Promise<void> {
  const rows = await database.sql<{ readonly key: string }>({
    name: 'frozen-keys',
    text: 'SELECT unnest(keys) AS key FROM freezes WHERE keys && $1',
    values: [[...keys]],
    pool: 'write',
  });
  const frozen = new Set(rows.map(({ key }) => key));
  const outcomes = await Promise.allSettled(
    keys.filter((key) => !frozen.has(key)).map((key) => storage.delete(key)),
  );
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${keys.length} failed`);
}

/**
 * Deletes objects that no row refers to and that are too old to be in use. Throws without deleting any if there are more
 * than killed processes leave behind.
 */
export async function collectObjects(services: Services): Promise<void> {
  await services.storage.deleteUnfinished(toLeftoverTime());
  const unreferenced: string[] = [];
  let referenced = 0;
  for await (const objects of listOldObjects(services)) {
    unreferenced.push(...objects.unreferenced);
    referenced += objects.referenced;
  }
  const fate = toFate({ unreferenced: unreferenced.length, referenced });
  const found = `No row names ${unreferenced.length} of ${referenced + unreferenced.length} objects`;
  if (fate === 'kept') throw new Error(`${found}: do they belong to another database?`);
  if (fate === 'repair')
    throw new Error(
      `${found}. If the store is that of no other database, 'npm run admin -- storage repair' deletes them.`,
    );
  await deleteObjects(services, { keys: unreferenced });
}

const abandonedUploadDays = retention.unfinishedUpload.days;
const unsavedDays = retention.unsavedRecording.days;
/** SQL for recordings that were announced too long ago, by the clock of the database, to be still in use. */
const isAbandoned = Prisma.sql`NOT EXISTS (SELECT 1 FROM stories s WHERE s.recording_id = r.id)
  AND r.created_at < now() - make_interval(days => CASE r.state
    WHEN 'uploading' THEN ${abandonedUploadDays}::int ELSE ${unsavedDays}::int END)`;
const collectedAtOnce = 100;

/**
 * Deletes recordings that were never finished or never became a story, with everything that belongs to them. Safe to
 * run concurrently with itself and with saves. The browser keeps its own copy until there is a story, and uploads it
 * again if its owner returns.
 */
export async function collectRecordings({ database, jobs }: Services): Promise<void> {
  const { prisma } = database;
  for (;;) {
    const rows = await prisma.$queryRaw<{ id: string }[]>`SELECT r.id FROM recordings r WHERE ${isAbandoned}
      ORDER BY r.created_at LIMIT ${collectedAtOnce}`;
    for (const { id } of rows) {
      await prisma.$transaction(async (tx) => {
        // Locks first and checks afterwards, because only the next statement sees a concurrent save.
        await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${id}::uuid FOR UPDATE`;
        const still = await tx.$queryRaw<
          object[]
        >`SELECT 1 FROM recordings r WHERE r.id = ${id}::uuid AND ${isAbandoned}`;
        if (still.length > 0) await deleteRecording({ jobs }, tx, id);
      });
    }
    if (rows.length < collectedAtOnce) return;
  }
}
