import { limits } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import type { Services } from './context.ts';
import { toCondition, type StoriesOf } from './story-locks.ts';

const keysAtOnce = 100;
/** The priority of what is published now. That of accounts that have used more time is lower, and that of a sweep is 0. */
export const freshMp3 = 1_000;

/**
 * Queues the MP3s of those of the stories that are public and have none, as part of the transaction that publishes them.
 * For a user, only the latest stories, which a podcast shows; `keepMp3s` queues the others.
 */
export async function wantMp3s(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  stories: StoriesOf,
  { priority = freshMp3 }: { readonly priority?: number } = {},
): Promise<void> {
  // Locked, so that the stories are still public when this transaction ends. The caller has locked them if there are several.
  const found = await tx.$queryRaw<{ id: string }[]>`SELECT s.id FROM stories s
    WHERE ${toCondition(stories)} AND s.published AND s.hidden_at IS NULL
      AND NOT EXISTS (SELECT FROM story_mp3s m WHERE m.story_id = s.id)
    ORDER BY s.published_at DESC, s.id DESC LIMIT ${limits.podcast.maxStories} FOR SHARE OF s`;
  const added = await tx.storyMp3.createManyAndReturn({
    data: found.map(({ id }) => ({ storyId: id, key: newObjectKey('mp3', 'mp3') })),
    select: { storyId: true },
    skipDuplicates: true,
  });
  for (const { storyId } of added) await enqueueMp3({ jobs }, tx, storyId, { priority });
}

/** Queues the job of an MP3. Each process makes one at a time. */
export const enqueueMp3 = (
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  storyId: string,
  options: { readonly priority?: number; readonly startAfterSeconds?: number },
): Promise<void> => jobs.enqueue(tx, 'make-mp3', { storyId }, { group: 'mp3', ...options });

/** Removes the MP3s of stories, as part of the transaction after which they are no longer public. The stories are locked. */
export async function withdrawMp3s(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  stories: StoriesOf,
): Promise<void> {
  const gone = await tx.$queryRaw<{ key: string }[]>`DELETE FROM story_mp3s m USING stories s
    WHERE s.id = m.story_id AND ${toCondition(stories)} RETURNING m.key`;
  for (let first = 0; first < gone.length; first += keysAtOnce) {
    const keys = gone.slice(first, first + keysAtOnce).map(({ key }) => key);
    await jobs.enqueue(tx, 'delete-objects', { keys });
  }
}
