import { DomainError, limits, type UserId } from '@relato/contract';
import { uuidv7 } from 'uuidv7';
import type { Services, Viewer } from '../rpc/context.ts';
import { runWrite } from '../run-write.ts';
import { requireOther } from './policy.ts';

/**
 * Follows a user; repeating it changes nothing. Throws FOLLOW_SELF, PROFILE_NOT_FOUND if the user has no public profile,
 * ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export async function follow({ database }: Services, viewer: Viewer, id: UserId): Promise<void> {
  requireOther(viewer, id);
  await runWrite(database, {
    name: 'follow',
    text: 'SELECT * FROM follow_user($1::uuid, $2::uuid, $3::uuid)',
    values: [uuidv7(), viewer.id, id],
  });
}

/** Unfollows a user. Does nothing if the viewer does not follow them. */
export async function unfollow({ database }: Services, viewer: Viewer, id: UserId): Promise<void> {
  await runWrite(database, {
    name: 'unfollow',
    text: 'SELECT unfollow_user($1::uuid, $2::uuid)',
    values: [viewer.id, id],
  });
}

/** Follows a subject; repeating it changes nothing. Throws FOLLOWED_TAGS_TOO_MANY, ACCOUNT_SUSPENDED and UNAUTHENTICATED. */
export async function followTag({ database }: Services, viewer: Viewer, tag: string): Promise<void> {
  await runWrite(database, {
    name: 'follow-tag',
    text: 'SELECT * FROM follow_tag($1::uuid, $2::text, $3::int)',
    values: [viewer.id, tag, limits.followedTags.maxCount],
  });
}

/** Unfollows a subject. Does nothing if the viewer does not follow it. */
export async function unfollowTag({ database }: Services, viewer: Viewer, tag: string): Promise<void> {
  await database.sql({
    name: 'unfollow-tag',
    text: 'DELETE FROM followed_tags WHERE user_id = $1::uuid AND tag = search_fold($2::text)',
    values: [viewer.id, tag],
    pool: 'write',
  });
}

/**
 * Sets whether the viewer is notified of a user's new stories; repeating it changes nothing. Does nothing if they do not
 * follow the user. Throws TOLD_TOO_MANY.
 */
export async function setTold(
  { database }: Services,
  viewer: Viewer,
  { userId, told }: { readonly userId: UserId; readonly told: boolean },
): Promise<void> {
  const pair = { followerId: viewer.id, followingId: userId };
  if (!told) {
    await database.prisma.follow.updateMany({ where: pair, data: { toldSince: null } });
    return;
  }
  await database.prisma.$transaction(async (tx) => {
    // Serializes concurrent calls, so that they respect the limit.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${viewer.id}::uuid FOR NO KEY UPDATE`;
    const others = { followerId: viewer.id, toldSince: { not: null }, followingId: { not: userId } };
    if ((await tx.follow.count({ where: others })) >= limits.news.maxPeople)
      throw new DomainError('TOLD_TOO_MANY');
    await tx.$executeRaw`UPDATE follows SET told_since = clock_timestamp(), read_until = clock_timestamp()
      WHERE follower_id = ${viewer.id}::uuid AND following_id = ${userId}::uuid AND told_since IS NULL`;
  });
}
