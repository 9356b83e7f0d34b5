import { serverLimits } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import type { Services } from './rpc/context.ts';
import { toCondition, type StoriesOf } from './locks.ts';

const keysAtOnce = 100;
/** The priority of newly published stories. That of accounts that have used more time is lower, and that of a sweep is 0. */
export const freshMp3 = 1_000;

/**
 * Queues the missing MP3s and pictures of public stories among these, as part of the transaction that publishes them. For a
 * user, only the latest stories, which a podcast shows; `keepMp3s` queues the others.
 */
export async function wantMp3s(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  stories: StoriesOf,
  { priority = freshMp3 }: { readonly priority?: number } = {},
): Promise<void> {
  // Locked, so that the stories are still public when this transaction ends. The caller has already locked several ones.
  const found = await tx.$queryRaw<{ id: string }[]>`SELECT s.id FROM stories s
    WHERE ${toCondition(stories)} AND s.published AND s.hidden_at IS NULL
      AND NOT EXISTS (SELECT FROM story_mp3s m WHERE m.story_id = s.id)
    ORDER BY s.published_at DESC, s.id DESC LIMIT ${serverLimits.podcast.maxStories} FOR SHARE OF s`;
  const added = await tx.storyMp3.createManyAndReturn({
    data: found.map(({ id }) => ({
      storyId: id,
      key: newObjectKey('mp3', 'mp3'),
      pictureKey: newPictureKey(),
    })),
    select: { storyId: true },
    skipDuplicates: true,
  });
  for (const { storyId } of added) await enqueueMp3({ jobs }, tx, storyId, { priority });
}

/** Queues the job that makes the missing files of a story. Each process runs one at a time. */
export const enqueueMp3 = (
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  storyId: string,
  options: { readonly priority?: number; readonly startAfterSeconds?: number },
): Promise<void> => jobs.enqueue(tx, 'make-mp3', { storyId }, { group: 'mp3', ...options });

/** Queues the remake of an MP3 of an older version, which stays until then. */
export async function renewMp3(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  storyId: string,
  options: { readonly priority: number },
): Promise<void> {
  const { count } = await tx.storyMp3.updateMany({
    where: { storyId, isEven: null },
    data: { isEven: false },
  });
  if (count > 0) await enqueueMp3({ jobs }, tx, storyId, options);
}

const newPictureKey = (): string => newObjectKey('picture', 'png');

/**
 * Deletes the pictures of these stories, and queues new ones, as part of the transaction that changes the depicted data. The
 * stories are locked. For a user, only the latest stories are queued; `keepMp3s` queues the others. Returns their number.
 */
export async function renewPictures(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  stories: StoriesOf,
): Promise<number> {
  const shown = await tx.$queryRaw<{ id: string; key: string | null }[]>`
    UPDATE story_mp3s m SET picture_key = NULL, picture_revision = NULL, picture_bytes = NULL
    FROM (SELECT o.story_id, o.picture_key FROM story_mp3s o JOIN stories s ON s.id = o.story_id
      WHERE ${toCondition(stories)} ORDER BY s.published_at DESC FOR UPDATE OF o) old
    WHERE m.story_id = old.story_id RETURNING m.story_id AS id, old.picture_key AS key`;
  await deleteLater(
    { jobs },
    tx,
    shown.flatMap(({ key }) => key ?? []),
  );
  await wantPictures(
    { jobs },
    tx,
    shown.slice(0, serverLimits.podcast.maxStories).map(({ id }) => id),
    { priority: freshMp3 },
  );
  return shown.length;
}

/** Queues the missing pictures of these stories. The key of a picture is stored before its object exists. */
export async function wantPictures(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  storyIds: readonly string[],
  options: { readonly priority: number },
): Promise<void> {
  const keys = storyIds.map(newPictureKey);
  const added = await tx.$queryRaw<{ id: string }[]>`UPDATE story_mp3s m SET picture_key = wanted.key
    FROM unnest(${[...storyIds]}::uuid[], ${keys}::text[]) AS wanted (id, key)
    WHERE m.story_id = wanted.id AND m.picture_key IS NULL RETURNING m.story_id AS id`;
  for (const { id } of added) await enqueueMp3({ jobs }, tx, id, options);
}

/**
 * Deletes the MP3s and pictures of stories, as part of the transaction after which they are no longer public. The stories
 * are locked.
 */
export async function withdrawMp3s(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  stories: StoriesOf,
): Promise<void> {
  const gone = await tx.$queryRaw<
    { key: string; picture: string | null }[]
  >`DELETE FROM story_mp3s m USING stories s
    WHERE s.id = m.story_id AND ${toCondition(stories)} RETURNING m.key, m.picture_key AS picture`;
  await deleteLater(
    { jobs },
    tx,
    gone.flatMap(({ key, picture }) => (picture === null ? [key] : [key, picture])),
  );
}

async function deleteLater(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  keys: readonly string[],
): Promise<void> {
  for (let first = 0; first < keys.length; first += keysAtOnce)
    await jobs.enqueue(tx, 'delete-objects', { keys: keys.slice(first, first + keysAtOnce) });
}
