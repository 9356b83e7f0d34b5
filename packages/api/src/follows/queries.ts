import {
  DomainError,
  type FollowableProfile,
  type Page,
  type UserId,
  type UserStats,
} from '@relato/contract';
import { isShownTo, notBlockedWith } from '../blocks/queries.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';

export async function isFollowing({ database }: Services, viewer: Viewer, id: UserId): Promise<boolean> {
  const pair = { followerId: viewer.id, followingId: id };
  const follow = await database.prisma.follow.findUnique({
    where: { followerId_followingId: pair },
    select: { id: true },
  });
  return follow !== null;
}

/**
 * Returns the public counters of a user. Throws PROFILE_NOT_FOUND, also if there is a block between the user and the viewer,
 * unless the viewer is a moderator.
 */
export async function requireStats(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer | null,
  id: UserId,
): Promise<UserStats> {
  const stats = await database.prisma.profile.findFirst({
    where: { id, user: { suspendedAt: null, ...(viewer?.role === 'user' && notBlockedWith(viewer)) } },
    select: { followersCount: true, followingCount: true, postsCount: true },
  });
  if (!stats) throw new DomainError('PROFILE_NOT_FOUND');
  return stats;
}

/** Lists all subjects that the viewer follows, the last one first. */
export async function listFollowedTags(
  { database }: Services,
  { id: userId }: Viewer,
): Promise<readonly string[]> {
  const tags = await database.prisma.followedTag.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { tag: 'asc' }],
    select: { name: true },
  });
  return tags.map(({ name }) => name);
}

interface FollowRow {
  readonly id: UserId;
  readonly username: string;
  readonly photo: string | null;
  readonly is_following: boolean;
  readonly follow_id: string;
  readonly created_at: Date;
}

interface ListRequest extends PageRequest {
  readonly userId: UserId;
  readonly viewer: Viewer | null;
}

/**
 * Lists the followers of a user, newest first, without suspended users, users without a username and, unless the viewer is a
 * moderator, blocked users. Throws PROFILE_NOT_FOUND if the user is suspended or missing.
 */
export const listFollowers = (services: Services, request: ListRequest) =>
  listFollows(services, request, { name: 'followers', whose: 'following_id', who: 'follower_id' });

/** Lists the users whom a user follows, in the same way. */
export const listFollowing = (services: Services, request: ListRequest) =>
  listFollows(services, request, { name: 'following', whose: 'follower_id', who: 'following_id' });

interface Direction {
  readonly name: string;
  /** A constant column name, never client input. */
  readonly whose: 'follower_id' | 'following_id';
  readonly who: 'follower_id' | 'following_id';
}

async function listFollows(
  { database }: Services,
  { userId, viewer, cursor, limit }: ListRequest,
  { name, whose, who }: Direction,
): Promise<Page<FollowableProfile>> {
  await requireStats({ database }, viewer, userId);
  const page = toPageStatement(`${name}-${viewer?.role ?? 'visitor'}${cursor ? '-next' : ''}`, limit);
  const after = toPlaceInTime(cursor);
  const values = [userId, viewer?.id ?? null, ...(after ? [after.at, after.id] : [])];
  const position = after ? 'AND (f.created_at, f.id) < ($3::timestamptz, $4::uuid)' : '';
  const text = `SELECT f.id AS follow_id, f.created_at, p.id, p.username, p.photo_id AS photo,
      EXISTS (SELECT FROM follows own WHERE own.follower_id = $2::uuid AND own.following_id = p.id) AS is_following
    FROM follows f
    JOIN profiles p ON p.id = f.${who}
    JOIN users u ON u.id = p.id
    WHERE f.${whose} = $1::uuid AND p.username IS NOT NULL AND u.suspended_at IS NULL ${position}
      ${viewer?.role === 'user' ? `AND ${isShownTo('$2::uuid', 'p.id', { showsMuted: true })}` : ''}
    ORDER BY f.created_at DESC, f.id DESC
    LIMIT ${page.size}`;
  const rows = await database.sql<FollowRow>({ name: page.name, text, values });
  const toProfile = (row: FollowRow): FollowableProfile => ({
    ...toProfileSummary(row),
    viewer: { isSelf: row.id === viewer?.id, isFollowing: row.is_following },
  });
  return toPage(rows, limit, toProfile, (row) => [row.created_at.getTime(), row.follow_id]);
}
