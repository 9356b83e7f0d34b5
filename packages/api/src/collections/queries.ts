import {
  DomainError,
  laterId,
  type Collection,
  type CollectionId,
  type Page,
  type StoryId,
  type UserId,
} from '@relato/contract';
import { isBlockedWith, isMutedBy, isShownTo } from '../blocks/queries.ts';
import { isShown } from '../profiles/name-queries.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';

interface CollectionRow {
  /** Null for 'Escuchar más tarde'. */
  readonly name: string | null;
  readonly id: string;
  readonly isPublic: boolean;
  readonly createdAt: Date;
  readonly storiesCount: number;
  readonly hasStory: boolean;
  readonly canEdit: boolean;
  readonly userId: UserId;
  readonly username: string | null;
  readonly photo: string | null;
}

/** SQL for whether a collection shows public stories `s` of their author to the viewer ($1). Moderators ignore blocks. */
const isAuthorShown = (viewer: Viewer, { showsMuted = false }): string =>
  viewer.role === 'user'
    ? isShownTo('$1::uuid', 's.user_id', { showsMuted })
    : `(${showsMuted} OR NOT ${isMutedBy('$1::uuid', 's.user_id')})`;

/**
 * SQL for whether a collection shows the story `s` of its entry `k` to the viewer ($1). A story that may show again
 * reappears. Owners always see their own stories.
 */
export const isInSight = (viewer: Viewer | null, muted: { readonly showsMuted?: boolean } = {}): string =>
  viewer
    ? `((s.user_id = $1::uuid AND EXISTS (SELECT FROM collections o WHERE o.id = k.collection_id AND o.user_id = $1::uuid))
      OR (s.published AND s.hidden_at IS NULL AND ${isAuthorShown(viewer, muted)}))`
    : 's.published AND s.hidden_at IS NULL';

/** Selects collections `c` with the columns for the viewer ($1), and whether they contain a story ($2), which may be null. */
const selectFrom = (viewer: Viewer | null): string => `
  SELECT c.id, c.name, c.is_public AS "isPublic", c.created_at AS "createdAt",
    c.user_id IS NOT DISTINCT FROM $1::uuid AS "canEdit", p.id AS "userId", p.username, p.photo_id AS photo,
    (SELECT count(*)::int FROM collection_stories k JOIN stories s ON s.id = k.story_id
      WHERE k.collection_id = c.id AND ${isInSight(viewer)}) AS "storiesCount",
    c.user_id IS NOT DISTINCT FROM $1::uuid
      AND EXISTS (SELECT FROM collection_stories k WHERE k.collection_id = c.id AND k.story_id = $2::uuid) AS "hasStory"
  FROM collections c JOIN profiles p ON p.id = c.user_id JOIN users u ON u.id = c.user_id`;

/** SQL for whether the viewer ($1) may open the collection `c`, of the user `u` with the profile `p`. */
export const isOpenTo = (viewer: Viewer | null): string => {
  const isPublic = `c.is_public AND ${isShown}`;
  if (!viewer) return isPublic;
  const isBlocked = viewer.role === 'user' ? isBlockedWith('$1::uuid', 'c.user_id') : 'false';
  return `(c.user_id = $1::uuid OR (${isPublic} AND NOT ${isBlocked}))`;
};

const toCollection = ({
  id,
  name,
  isPublic,
  storiesCount,
  hasStory,
  canEdit,
  userId,
  username,
  photo,
}: CollectionRow): Collection => ({
  id: name === null ? laterId : id,
  name,
  isPublic,
  storiesCount,
  hasStory,
  owner: toProfileSummary({ id: userId, username, photo }),
  viewer: { canEdit },
});

/** SQL for whether `c` is the wanted collection, and the values of its parameters from `$at` on. */
export const isWanted = (id: CollectionId, $at: number) =>
  id === laterId
    ? { isIt: 'c.user_id = $1::uuid AND c.name IS NULL', values: [] }
    : { isIt: `c.id = $${$at}::uuid AND c.name IS NOT NULL`, values: [id] };

/**
 * Returns a collection. Throws COLLECTION_NOT_FOUND, also for another user's private one, and for a public one of a
 * suspended user, or of one with a block unless the viewer is a moderator.
 */
export async function requireCollection(
  { database }: Services,
  viewer: Viewer | null,
  { id, storyId }: { readonly id: CollectionId; readonly storyId?: StoryId | null | undefined },
): Promise<Collection> {
  const wanted = isWanted(id, 3);
  const [row] = await database.sql<CollectionRow>({
    name: `collection${id === laterId ? '-later' : ''}-${viewer?.role ?? 'visitor'}`,
    text: `${selectFrom(viewer)} WHERE ${wanted.isIt} AND ${isOpenTo(viewer)}`,
    values: [viewer?.id ?? null, storyId ?? null, ...wanted.values],
  });
  if (row) return toCollection(row);
  if (id !== laterId || !viewer) throw new DomainError('COLLECTION_NOT_FOUND');
  // The row is created at the first use.
  return {
    id,
    name: null,
    isPublic: false,
    storiesCount: 0,
    hasStory: false,
    owner: { id: viewer.id, username: viewer.username },
    viewer: { canEdit: true },
  };
}

/** Lists the collections that the viewer named, the last ones first. */
export const listMyCollections = (
  services: Services,
  viewer: Viewer,
  { storyId, ...page }: PageRequest & { readonly storyId?: StoryId | null | undefined },
): Promise<Page<Collection>> =>
  listNamed(services, viewer, {
    ...page,
    name: `collections-mine-${viewer.role}`,
    condition: 'c.user_id = $1::uuid',
    values: [storyId ?? null],
  });

/** Lists the public collections of a user, the last ones first. Empty if the viewer may not see the user. */
export const listByUser = (
  services: Services,
  viewer: Viewer | null,
  { userId, ...page }: PageRequest & { readonly userId: UserId },
): Promise<Page<Collection>> =>
  listNamed(services, viewer, {
    ...page,
    name: `collections-by-user-${viewer?.role ?? 'visitor'}`,
    condition: `c.user_id = $3::uuid AND c.is_public AND ${isOpenTo(viewer)}`,
    values: [null, userId],
  });

interface NamedList extends PageRequest {
  readonly name: string;
  readonly condition: string;
  /** The values from $2 on. */
  readonly values: readonly unknown[];
}

async function listNamed(
  { database }: Services,
  viewer: Viewer | null,
  { name, condition, values: given, cursor, limit }: NamedList,
): Promise<Page<Collection>> {
  const statement = toPageStatement(`${name}${cursor ? '-next' : ''}`, limit);
  const after = toPlaceInTime(cursor);
  const values: unknown[] = [viewer?.id ?? null, ...given];
  const position =
    after &&
    `AND (c.created_at, c.id) < ($${values.push(after.at)}::timestamptz, $${values.push(after.id)}::uuid)`;
  const rows = await database.sql<CollectionRow>({
    name: statement.name,
    text: `${selectFrom(viewer)} WHERE ${condition} AND c.name IS NOT NULL ${position ?? ''}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${statement.size}`,
    values,
  });
  return toPage(rows, limit, toCollection, (row) => [row.createdAt.getTime(), row.id]);
}
