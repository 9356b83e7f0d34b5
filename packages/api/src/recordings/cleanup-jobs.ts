import { limits, recordingId as recordingIdSchema } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Services } from '../context.ts';
import type { JobData } from '../job-queues.ts';
import { deleteRecordingObjects } from './mutations.ts';
import { listUploading } from './queries.ts';
import { findUnreferenced, toLeftoverTime } from './storage-queries.ts';

/**
 * Deletes each object independently: a failure does not affect the others, and the job is retried until all are gone.
 */
export async function deleteObjects(
  services: Services,
  { keys, uploadIds = [] }: JobData['delete-objects'],
): Promise<void> {
  await throwTogether([
    ...keys.map((key) => services.storage.delete(key)),
    removeEndedUploads(services, uploadIds),
  ]);
}

async function throwTogether(works: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${works.length} failed`);
}

/** Removes the files of uploads that have ended. The browser may have resumed one under the same id. */
export async function removeEndedUploads(services: Services, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const uploading = await listUploading(services, ids);
  const ended = ids.filter((id) => !uploading.has(id));
  await throwTogether(ended.map((id) => services.uploads.remove(id)));
}

/**
 * Removes the files that uploads left behind when the server was killed. Keeps uploads in progress, files that were
 * touched lately, and files that are no uploads.
 */
export async function collectLeftovers(services: Services): Promise<void> {
  const names = await services.uploads.listUntouchedSince(toLeftoverTime());
  const ids = names.filter((name) => recordingIdSchema.safeParse(name).success);
  await removeEndedUploads(services, ids);
}

/**
 * Deletes objects that no row refers to and that are too old to be in use. Throws without deleting any if rows refer to
 * fewer than half of them: a killed process leaves few, so the store probably belongs to another database.
 */
export async function collectObjects(services: Services): Promise<void> {
  await services.storage.deleteUnfinished(toLeftoverTime());
  const { unreferenced, referenced } = await findUnreferenced(services);
  if (unreferenced.length > referenced)
    throw new Error(
      `No row names ${unreferenced.length} of ${referenced + unreferenced.length} objects: do they belong to another database?`,
    );
  await deleteObjects(services, { keys: unreferenced });
}

const { abandonedUploadDays, unsavedDays } = limits.recording;
/** Announced too long ago, by the clock of the database, to be still in use. */
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
        if (still.length > 0) await deleteRecordingObjects({ jobs }, tx, id);
      });
    }
    if (rows.length < collectedAtOnce) return;
  }
}
