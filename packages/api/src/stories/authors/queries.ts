import type { Page, StorySummary, UserId } from '@relato/contract';
import { isBlockedWith, notBlockedWith } from '../../blocks/queries.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { toPageStatement, toPlaceInTime, type PageRequest } from '../../rpc/cursor.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from '../queries.ts';

/** Lists the stories of the viewer, newest first. */
export async function listMine(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<StorySummary>> {
  const { name, size } = toPageStatement(cursor ? 'mine-next' : 'mine', limit);
  const after = toPlaceInTime(cursor);
  const values = [viewer.id, ...(after ? [after.at, after.id] : [])];
  const position = after ? 'AND (s.created_at, s.id) < ($2::timestamptz, $3::uuid)' : '';
  const text = `SELECT ${storyColumns} FROM ${storyTables}
    WHERE s.user_id = $1::uuid ${position}
    ORDER BY s.created_at DESC, s.id DESC
    LIMIT ${size}`;
  const rows = await database.sql<StoryRow>({ name, text, values });
  return toStoryPage(rows, limit, toStorySummary(viewer), (row) => [row.created_at.getTime(), row.id]);
}

/**
 * Lists the public stories of a user, newest first. Their author sees the same list, and so does a viewer who mutes them,
 * because they opened the profile. A block empties it, except for moderators.
 */
export async function listByUser(
  { database }: Services,
  viewer: Viewer | null,
  { userId, cursor, limit }: PageRequest & { readonly userId: UserId },
): Promise<Page<StorySummary>> {
  const { name, size } = toPageStatement(
    `by-user-${viewer?.role ?? 'visitor'}${cursor ? '-next' : ''}`,
    limit,
  );
  const after = toPlaceInTime(cursor);
  const values = [viewer?.id ?? null, userId, ...(after ? [after.at, after.id] : [])];
  const position = after ? 'AND (s.created_at, s.id) < ($3::timestamptz, $4::uuid)' : '';
  const text = `SELECT ${storyColumns} FROM ${storyTables}
    WHERE s.user_id = $2::uuid AND s.published AND s.hidden_at IS NULL ${position}
      ${viewer?.role === 'user' ? `AND NOT ${isBlockedWith('$1::uuid', '$2::uuid')}` : ''}
    ORDER BY s.created_at DESC, s.id DESC
    LIMIT ${size}`;
  const rows = await database.sql<StoryRow>({ name, text, values });
  return toStoryPage(rows, limit, toStorySummary(viewer), (row) => [row.created_at.getTime(), row.id]);
}

/** Returns the number of public stories of a user, or 0 for a missing or blocked user. Blocks do not apply to moderators. */
export async function countPublished(
  { database }: Services,
  viewer: Viewer | null,
  userId: UserId,
): Promise<number> {
  const profile = await database.prisma.profile.findUnique({
    where: { id: userId, ...(viewer?.role === 'user' && { user: notBlockedWith(viewer) }) },
    select: { postsCount: true },
  });
  return profile?.postsCount ?? 0;
}
