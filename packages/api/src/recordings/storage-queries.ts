import {
  DomainError,
  type RecordingId,
  serverLimits,
  type StorageCheck,
  type StorageCheckInput,
  type StorageProblem,
  type StoryId,
} from '@relato/contract';
import type { Services } from '../rpc/context.ts';
import { decodeCursor, idPosition, toPage } from '../rpc/cursor.ts';
import {
  countOldObjects,
  startOfStore,
  toFate,
  toStoreCheck,
  toStoreCursor,
  toStorePosition,
} from './leftover-queries.ts';
import { listKeptKeys } from './queries.ts';

const firstId = '00000000-0000-0000-0000-000000000000';

/** A recording with the objects that its row names, and their expected sizes and hashes. */
export interface StoredRecording {
  readonly id: RecordingId;
  readonly originalKey: string;
  readonly bytes: number | null;
  readonly originalSha256: string | null;
  /** Null until the inspection has ended. */
  readonly playbackKey: string | null;
  readonly playbackBytes: number | null;
  readonly storyId: StoryId | null;
  /** Null unless the story is public. */
  readonly mp3Key: string | null;
  /** Null until the MP3 is made. */
  readonly mp3Bytes: number | null;
  /** Null unless the story is public, or before its picture is queued. */
  readonly pictureKey: string | null;
  /** Null until the picture is drawn. */
  readonly pictureBytes: number | null;
}

const readRows = (
  { database }: Pick<Services, 'database'>,
  where: string,
  values: readonly unknown[],
): Promise<StoredRecording[]> =>
  database.sql<StoredRecording>({
    text: `SELECT r.id, r.original_key AS "originalKey", r.bytes, r.original_sha256 AS "originalSha256",
        CASE WHEN r.state = 'ready' THEN r.playback_key END AS "playbackKey", r.playback_bytes AS "playbackBytes",
        s.id AS "storyId", m.key AS "mp3Key", m.bytes AS "mp3Bytes",
        m.picture_key AS "pictureKey", m.picture_bytes AS "pictureBytes"
      FROM recordings r LEFT JOIN stories s ON s.recording_id = r.id LEFT JOIN story_mp3s m ON m.story_id = s.id
      WHERE r.original_key IS NOT NULL AND r.state IN ('inspecting', 'ready') AND ${where}`,
    values,
  });

/** Compares a batch of recordings with the store, or after the last recording a part of the store with the rows. */
export async function verifyStorage(services: Services, input: StorageCheckInput): Promise<StorageCheck> {
  const position = toStorePosition(input.cursor);
  if (position === null) return checkBatch(services, input, async () => false);
  // A repair that has begun to delete has counted already.
  if (position.step === 'delete') throw new DomainError('CURSOR_INVALID');
  const counted = await countOldObjects(services, position);
  return toStoreCheck(counted, counted.next ?? toFate(counted));
}

/** Checks a batch of recordings. `repair` returns whether it has repaired a problem. */
export async function checkBatch(
  services: Services,
  { cursor, hashes: hash }: StorageCheckInput,
  repair: (row: StoredRecording, problem: StorageProblem) => Promise<boolean>,
): Promise<StorageCheck> {
  const { batchSize, batchMs } = serverLimits.storageCheck;
  const [after] = cursor ? decodeCursor(idPosition, cursor) : [firstId];
  const rows = await readRows(services, 'r.id > $1::uuid ORDER BY r.id LIMIT $2', [after, batchSize + 1]);
  const queuedMp3s = await findQueuedMp3s(services, rows);
  const endsAtMs = performance.now() + batchMs;
  const problems: StorageProblem[] = [];
  let checked = 0;
  for (const row of rows.slice(0, batchSize)) {
    for (const problem of await findProblems(services, row, { hash, queuedMp3s }))
      problems.push({ ...problem, isRepaired: await repair(row, problem) });
    checked += 1;
    if (performance.now() > endsAtMs) break;
  }
  const page = toPage(
    rows,
    checked,
    () => null,
    ({ id }) => [id],
  );
  if (page.nextCursor === null) problems.push(...(await findFrozenProblems(services, hash)));
  const nextCursor = page.nextCursor ?? toStoreCursor(startOfStore);
  return { checked, problems, unreferenced: 0, leftovers: null, nextCursor };
}

/** Returns the stories whose files have a job. Without a job, because it failed or was dropped, they would never be made. */
async function findQueuedMp3s(
  { jobs }: Services,
  rows: readonly StoredRecording[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ storyId, mp3Key, mp3Bytes, pictureBytes }) =>
    storyId !== null && mp3Key !== null && (mp3Bytes === null || pictureBytes === null) ? [storyId] : [],
  );
  return ids.length === 0 ? new Set() : jobs.findQueuedMp3s(ids);
}

/** Resolves with null if the file of a public story was not made or is missing. */
const measureMade = async ({ storage }: Services, key: string, bytes: number | null) =>
  bytes === null ? null : storage.measure(key, { hash: false });

/** Returns no problems if the recording was changed or deleted meanwhile, because its objects were too. */
async function findProblems(
  services: Services,
  row: StoredRecording,
  { hash, queuedMp3s }: { readonly hash: boolean; readonly queuedMp3s: ReadonlySet<string> },
): Promise<StorageProblem[]> {
  const isQueued = queuedMp3s.has(row.storyId ?? '');
  const measureFile = (key: string | null, bytes: number | null) =>
    key === null || (bytes === null && isQueued) ? undefined : measureMade(services, key, bytes);
  const [original, copy, mp3, picture] = await Promise.all([
    services.storage.measure(row.originalKey, { hash }),
    row.playbackKey === null ? undefined : services.storage.measure(row.playbackKey, { hash: false }),
    measureFile(row.mp3Key, row.mp3Bytes),
    measureFile(row.pictureKey, row.pictureBytes),
  ]);
  const found: StorageProblem[] = [];
  const add = (object: StorageProblem['object'], trouble: StorageProblem['trouble']) =>
    found.push({
      recordingId: row.id,
      storyId: row.storyId,
      object,
      trouble,
      isRepaired: false,
    });
  if (original === null) add('original', 'missing');
  else if (original.bytes !== row.bytes || (original.sha256 ?? row.originalSha256) !== row.originalSha256)
    add('original', 'changed');
  if (copy === null) add('copy', 'missing');
  else if (copy !== undefined && copy.bytes !== row.playbackBytes) add('copy', 'changed');
  if (mp3 === null) add('mp3', 'missing');
  else if (mp3 !== undefined && mp3.bytes !== row.mp3Bytes) add('mp3', 'changed');
  if (picture === null) add('picture', 'missing');
  else if (picture !== undefined && picture.bytes !== row.pictureBytes) add('picture', 'changed');
  if (found.length === 0) return found;
  const [now] = await readRows(services, 'r.id = $1::uuid', [row.id]);
  const isSame = (
    ['originalKey', 'playbackKey', 'mp3Key', 'mp3Bytes', 'pictureKey', 'pictureBytes'] as const
  ).every((key) => now?.[key] === row[key]);
  return isSame ? found : [];
}

interface FrozenObject {
  readonly storyId: StoryId;
  readonly key: string;
  /** Null for the copy, of which a freeze knows the key alone. */
  readonly sha256: string | null;
}

/** Checks the objects of frozen stories whose recordings were deleted. None of them can be remade. */
async function findFrozenProblems(services: Services, hash: boolean): Promise<StorageProblem[]> {
  const frozen = await listFrozen(services);
  const problems: StorageProblem[] = [];
  for (const { storyId, key, sha256 } of frozen) {
    const found = await services.storage.measure(key, { hash: hash && sha256 !== null });
    if (found !== null && (sha256 === null || (found.sha256 ?? sha256) === sha256)) continue;
    // The freeze may have ended meanwhile.
    if (!(await listKeptKeys(services, [key])).has(key)) continue;
    const object = sha256 === null ? 'copy' : 'original';
    const trouble = found === null ? 'missing' : 'changed';
    problems.push({ recordingId: null, storyId, object, trouble, isRepaired: false });
  }
  return problems;
}

const listFrozen = ({ database }: Pick<Services, 'database'>): Promise<FrozenObject[]> =>
  database.sql<FrozenObject>({
    text: `SELECT DISTINCT f.story_id AS "storyId", k.key,
        CASE k.key WHEN f.content #>> '{recording,originalKey}' THEN f.content #>> '{recording,originalSha256}' END AS sha256
      FROM freezes f, unnest(f.keys) k (key) WHERE NOT EXISTS (SELECT FROM stories s WHERE s.id = f.story_id)`,
    values: [],
  });
