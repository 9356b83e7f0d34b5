import { DomainError, type Page, type ProfileSummary, type UserId, type UserStats } from '@relato/contract';
import type { Services, Viewer } from '../context.ts';
import { agePosition, decodeCursor, toPage, type PageRequest } from '../cursor.ts';
import { toProfileSummary, type ProfileSummaryRow } from '../profiles/queries.ts';

export async function isFollowing({ database }: Services, viewer: Viewer, id: UserId): Promise<boolean> {
  const pair = { followerId: viewer.id, followingId: id };
  const follow = await database.prisma.follow.findUnique({
    where: { followerId_followingId: pair },
    select: { id: true },
  });
  return follow !== null;
}

/** The public counters of a person. Throws PROFILE_NOT_FOUND. */
export async function requireStats({ database }: Services, id: UserId): Promise<UserStats> {
  const stats = await database.prisma.profile.findFirst({
    where: { id, user: { suspendedAt: null } },
    select: { followersCount: true, followingCount: true, postsCount: true },
  });
  if (!stats) throw new DomainError('PROFILE_NOT_FOUND');
  return stats;
}

interface FollowRow extends ProfileSummaryRow {
  readonly follow_id: string;
  readonly created_at: Date;
}

type ListRequest = PageRequest & { readonly userId: UserId };

/** Who follows a person, newest first; who has no username, or is suspended, is not listed. */
export const listFollowers = (services: Services, request: ListRequest) =>
  listFollows(services, request, { name: 'followers', whose: 'following_id', who: 'follower_id' });

/** Whom a person follows, in the same way. */
export const listFollowing = (services: Services, request: ListRequest) =>
  listFollows(services, request, { name: 'following', whose: 'follower_id', who: 'following_id' });

interface Direction {
  readonly name: string;
  /** Two columns of ours, never what a client sent. */
  readonly whose: 'follower_id' | 'following_id';
  readonly who: 'follower_id' | 'following_id';
}

async function listFollows(
  { database }: Services,
  { userId, cursor, limit }: ListRequest,
  { name, whose, who }: Direction,
): Promise<Page<ProfileSummary>> {
  const values: unknown[] = [userId, limit + 1];
  let position = '';
  if (cursor) {
    const [createdAtMs, id] = decodeCursor(agePosition, cursor);
    values.push(new Date(createdAtMs), id);
    position = 'AND (f.created_at, f.id) < ($3::timestamptz, $4::uuid)';
  }
  const text = `SELECT f.id AS follow_id, f.created_at, p.id, p.username
    FROM follows f
    JOIN profiles p ON p.id = f.${who}
    JOIN users u ON u.id = p.id
    WHERE f.${whose} = $1::uuid AND p.username IS NOT NULL AND u.suspended_at IS NULL ${position}
    ORDER BY f.created_at DESC, f.id DESC
    LIMIT $2`;
  const rows = await database.sql<FollowRow>({ name: cursor ? `${name}-next` : name, text, values });
  return toPage(rows, limit, toProfileSummary, (row) => [row.created_at.getTime(), row.follow_id]);
}
