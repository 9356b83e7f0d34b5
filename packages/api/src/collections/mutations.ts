import {
  DomainError,
  laterId,
  limits,
  type CollectionId,
  type NamedCollectionId,
  type StoryId,
  type UpdateCollectionInput,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { notBlockedWith } from '../blocks/queries.ts';
import { requireActiveAlone } from '../locks.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { isInSight } from './queries.ts';

const { maxCount, maxStories } = limits.collection;

/** Serializes concurrent calls of the viewer, so that they respect the limits and lose nothing. */
const write = <Result>(
  { database }: Services,
  viewer: Viewer,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> =>
  database.prisma.$transaction(async (tx) => {
    await requireActiveAlone(tx, viewer.id);
    return work(tx);
  });

/**
 * Returns the row of the viewer's collection. Creates that of 'Escuchar más tarde' at its first use. Throws
 * COLLECTION_NOT_FOUND if the viewer may not see it, and FORBIDDEN if it is not theirs.
 */
async function requireOwn(tx: Prisma.TransactionClient, viewer: Viewer, id: CollectionId) {
  const select = { id: true, userId: true, isPublic: true } as const;
  if (id === laterId) {
    const own = { userId: viewer.id, name: null };
    return (
      (await tx.collection.findFirst({ where: own, select })) ??
      (await tx.collection.create({ data: { ...own, id: uuidv7() }, select }))
    );
  }
  const collection = await tx.collection.findUnique({ where: { id, name: { not: null } }, select });
  if (!collection || (collection.userId !== viewer.id && !collection.isPublic))
    throw new DomainError('COLLECTION_NOT_FOUND');
  if (collection.userId !== viewer.id) throw new DomainError('FORBIDDEN');
  return collection;
}

/**
 * Creates a private collection and returns its id; repeating it returns the one with this name. Throws COLLECTIONS_TOO_MANY,
 * ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export const createCollection = (services: Services, viewer: Viewer, name: string): Promise<string> =>
  write(services, viewer, async (tx) => {
    const userId = viewer.id;
    const known = await tx.collection.findFirst({ where: { userId, name }, select: { id: true } });
    if (known) return known.id;
    if ((await tx.collection.count({ where: { userId, name: { not: null } } })) >= maxCount)
      throw new DomainError('COLLECTIONS_TOO_MANY');
    const { id } = await tx.collection.create({ data: { id: uuidv7(), userId, name }, select: { id: true } });
    return id;
  });

/**
 * Renames a collection, or changes its visibility, and leaves what is not given. Throws the errors of `requireOwn`,
 * COLLECTION_NAME_TAKEN, and PROFILE_INCOMPLETE without a username, because the page of a public one names its owner.
 */
export const updateCollection = (
  services: Services,
  viewer: Viewer,
  { id, name, isPublic }: UpdateCollectionInput,
): Promise<void> =>
  write(services, viewer, async (tx) => {
    await requireOwn(tx, viewer, id);
    if (isPublic && viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
    if (name && (await tx.collection.count({ where: { userId: viewer.id, name, id: { not: id } } })) > 0)
      throw new DomainError('COLLECTION_NAME_TAKEN');
    await tx.collection.update({
      where: { id },
      data: { ...(name && { name }), ...(isPublic !== undefined && { isPublic }) },
    });
  });

/** Deletes a collection, but none of its stories. Throws the errors of `requireOwn`. */
export const deleteCollection = (services: Services, viewer: Viewer, id: NamedCollectionId): Promise<void> =>
  write(services, viewer, async (tx) => {
    await requireOwn(tx, viewer, id);
    await tx.collection.delete({ where: { id } });
  });

interface CollectedStory {
  readonly id: CollectionId;
  readonly storyId: StoryId;
}

/**
 * Adds a story to the end of a collection, or removes it; repeating it changes nothing. In a full collection the story
 * replaces one out of sight. Throws the errors of `requireOwn`, STORY_NOT_FOUND for one that lists do not show to the viewer
 * and that is not theirs, and COLLECTION_FULL.
 */
export const collectStory = (
  services: Services,
  viewer: Viewer,
  { id, storyId, isIn }: CollectedStory & { readonly isIn: boolean },
): Promise<void> =>
  write(services, viewer, async (tx) => {
    const { id: collectionId } = await requireOwn(tx, viewer, id);
    if (!isIn) {
      await tx.collectionStory.deleteMany({ where: { collectionId, storyId } });
      return;
    }
    const isAuthorShown = viewer.role === 'user' ? notBlockedWith(viewer) : {};
    const isPublic = { published: true, hiddenAt: null, user: isAuthorShown };
    if ((await tx.story.count({ where: { id: storyId, OR: [{ userId: viewer.id }, isPublic] } })) === 0)
      throw new DomainError('STORY_NOT_FOUND');
    const others = await tx.collectionStory.count({ where: { collectionId, storyId: { not: storyId } } });
    await tx.$executeRaw`INSERT INTO collection_stories (collection_id, story_id, position)
      SELECT ${collectionId}::uuid, ${storyId}::uuid, coalesce(max(position), 0) + 1
      FROM collection_stories WHERE collection_id = ${collectionId}::uuid ON CONFLICT DO NOTHING`;
    // Waits for no lock on a story while holding one, because the new story is locked first.
    if (others >= maxStories && (await dropUnseen(tx, viewer, { collectionId, storyId })) === 0)
      throw new DomainError('COLLECTION_FULL');
  });

/**
 * Removes the first story, other than a given one, that the viewer may not open, so that they could not remove it. Returns
 * how many were removed. Skips stories that are being deleted.
 */
const dropUnseen = (
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { collectionId, storyId }: { readonly collectionId: string; readonly storyId: StoryId },
): Promise<number> =>
  tx.$executeRawUnsafe(
    `DELETE FROM collection_stories WHERE collection_id = $2::uuid AND story_id = (
      SELECT k.story_id FROM collection_stories k JOIN stories s ON s.id = k.story_id
      WHERE k.collection_id = $2::uuid AND k.story_id <> $3::uuid AND NOT ${isInSight(viewer, { showsMuted: true })}
      ORDER BY k.position, k.story_id LIMIT 1 FOR KEY SHARE OF s SKIP LOCKED)`,
    viewer.id,
    collectionId,
    storyId,
  );

/**
 * Moves a story of a collection before another one; repeating it changes nothing. The stories between them move by one.
 * Throws the errors of `requireOwn`, and STORY_NOT_FOUND if the collection no longer has one of the two.
 */
export const placeStory = (
  services: Services,
  viewer: Viewer,
  { id, storyId, before }: CollectedStory & { readonly before: StoryId },
): Promise<void> =>
  write(services, viewer, async (tx) => {
    const { id: collectionId } = await requireOwn(tx, viewer, id);
    const moved = await tx.$executeRaw`
      WITH way AS (
        SELECT k.position AS start, b.position AS goal, k.position < b.position AS is_down
        FROM collection_stories k JOIN collection_stories b USING (collection_id)
        WHERE collection_id = ${collectionId}::uuid AND k.story_id = ${storyId}::uuid AND b.story_id = ${before}::uuid
      )
      UPDATE collection_stories k SET position = CASE
          WHEN k.story_id = ${storyId}::uuid THEN goal - is_down::int
          WHEN is_down THEN k.position - 1
          ELSE k.position + 1
        END
      FROM way WHERE k.collection_id = ${collectionId}::uuid
        AND k.position BETWEEN least(start, goal) AND greatest(start, goal) - is_down::int`;
    if (moved === 0) throw new DomainError('STORY_NOT_FOUND');
  });
