import {
  limits,
  type RecordingId,
  type StorageCheck,
  type StorageCheckInput,
  type StorageProblem,
  type StoryId,
} from '@relato/contract';
import type { Services } from '../context.ts';
import { decodeCursor, idPosition, toPage } from '../cursor.ts';
import { listKeptKeys } from './queries.ts';

const firstId = '00000000-0000-0000-0000-000000000000';

/** A recording with the objects that its row names, and what the row says of them. */
export interface StoredRecording {
  readonly id: string;
  readonly originalKey: string;
  readonly bytes: number | null;
  readonly originalSha256: string | null;
  /** Null until the inspection has ended. */
  readonly playbackKey: string | null;
  readonly playbackBytes: number | null;
  readonly storyId: string | null;
}

const readRows = (
  { database }: Pick<Services, 'database'>,
  where: string,
  values: readonly unknown[],
): Promise<StoredRecording[]> =>
  database.sql<StoredRecording>({
    text: `SELECT r.id, r.original_key AS "originalKey", r.bytes, r.original_sha256 AS "originalSha256",
        CASE WHEN r.state = 'ready' THEN r.playback_key END AS "playbackKey", r.playback_bytes AS "playbackBytes",
        s.id AS "storyId"
      FROM recordings r LEFT JOIN stories s ON s.recording_id = r.id
      WHERE r.original_key IS NOT NULL AND r.state IN ('inspecting', 'ready') AND ${where}`,
    values,
  });

/** Compares a batch of recordings with the store, and in the last batch the store with the rows. */
export const verifyStorage = (services: Services, input: StorageCheckInput): Promise<StorageCheck> =>
  checkBatch(services, input, async () => false);

/** Checks a batch as `verifyStorage` does. `repair` returns whether it has repaired what was found. */
export async function checkBatch(
  services: Services,
  { cursor, hashes: hash }: StorageCheckInput,
  repair: (row: StoredRecording, problem: StorageProblem) => Promise<boolean>,
): Promise<StorageCheck> {
  const { batchSize, batchMs } = limits.storageCheck;
  const [after] = cursor ? decodeCursor(idPosition, cursor) : [firstId];
  const rows = await readRows(services, 'r.id > $1::uuid ORDER BY r.id LIMIT $2', [after, batchSize + 1]);
  const endsAtMs = performance.now() + batchMs;
  const problems: StorageProblem[] = [];
  let checked = 0;
  for (const row of rows.slice(0, batchSize)) {
    for (const problem of await findProblems(services, row, hash))
      problems.push({ ...problem, isRepaired: await repair(row, problem) });
    checked += 1;
    if (performance.now() > endsAtMs) break;
  }
  const { nextCursor } = toPage(
    rows,
    checked,
    () => null,
    ({ id }) => [id],
  );
  const unreferenced = nextCursor === null ? (await findUnreferenced(services)).unreferenced.length : 0;
  return { checked, problems, unreferenced, nextCursor };
}

/** Finds nothing if the recording is changed or deleted meanwhile, because its objects are then as well. */
async function findProblems(
  services: Services,
  row: StoredRecording,
  hash: boolean,
): Promise<StorageProblem[]> {
  const [original, copy] = await Promise.all([
    services.storage.measure(row.originalKey, { hash }),
    row.playbackKey === null ? undefined : services.storage.measure(row.playbackKey, { hash: false }),
  ]);
  const found: StorageProblem[] = [];
  const add = (object: StorageProblem['object'], trouble: StorageProblem['trouble']) =>
    found.push({
      // The ids of a row are plain strings.
      recordingId: row.id as RecordingId,
      storyId: row.storyId as StoryId | null,
      object,
      trouble,
      isRepaired: false,
    });
  if (original === null) add('original', 'missing');
  else if (original.bytes !== row.bytes || (original.sha256 ?? row.originalSha256) !== row.originalSha256)
    add('original', 'changed');
  if (copy === null) add('copy', 'missing');
  else if (copy !== undefined && copy.bytes !== row.playbackBytes) add('copy', 'changed');
  if (found.length === 0) return found;
  const [now] = await readRows(services, 'r.id = $1::uuid', [row.id]);
  return now?.originalKey === row.originalKey && now.playbackKey === row.playbackKey ? found : [];
}

/** Returns the time before which an object without a row was left behind: younger ones may be those of a running upload. */
export const toLeftoverTime = (): Date => new Date(Date.now() - limits.recording.leftoverHours * 3_600_000);

/** Finds the objects that were left behind without a row, and counts those of the same age that have one. */
export async function findUnreferenced(
  services: Services,
): Promise<{ readonly unreferenced: readonly string[]; readonly referenced: number }> {
  const unreferenced: string[] = [];
  let referenced = 0;
  for await (const keys of services.storage.listWrittenBefore(toLeftoverTime())) {
    const kept = await listKeptKeys(services, keys);
    referenced += kept.size;
    unreferenced.push(...keys.filter((key) => !kept.has(key)));
  }
  return { unreferenced, referenced };
}
