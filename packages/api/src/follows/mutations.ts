import { DomainError, type UserId } from '@relato/contract';
import { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Services, Viewer } from '../context.ts';
import { requirePublicId } from '../profiles/queries.ts';
import { requireActive } from '../user-locks.ts';
import { requireOther } from './policy.ts';

/**
 * Follows a user; repeating it changes nothing. Throws FOLLOW_SELF, and PROFILE_NOT_FOUND if the user has no public
 * profile.
 */
export async function follow({ database }: Services, viewer: Viewer, id: UserId): Promise<void> {
  requireOther(viewer, id);
  await requirePublicId({ database }, id);
  try {
    await database.prisma.$transaction(async (tx) => {
      await requireActive(tx, viewer.id, id);
      const data = { id: uuidv7(), followerId: viewer.id, followingId: id };
      const { count } = await tx.follow.createMany({ data, skipDuplicates: true });
      if (count > 0) await moveCounters(tx, { followerId: viewer.id, followingId: id }, 1);
    });
  } catch (cause) {
    // The account was deleted between the check and the write.
    if (cause instanceof Prisma.PrismaClientKnownRequestError && cause.code === 'P2003') {
      throw new DomainError('PROFILE_NOT_FOUND', { cause });
    }
    throw cause;
  }
}

/** Unfollows a user. Does nothing if the viewer does not follow them. */
export async function unfollow({ database }: Services, viewer: Viewer, id: UserId): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const pair = { followerId: viewer.id, followingId: id };
    const { count } = await tx.follow.deleteMany({ where: pair });
    if (count > 0) await moveCounters(tx, pair, -1);
  });
}

interface Pair {
  readonly followerId: UserId;
  readonly followingId: UserId;
}

/**
 * Updates the two profiles in the order of their ids, after the row of the follow, so that two users who follow each
 * other at the same moment cannot deadlock.
 */
async function moveCounters(
  tx: Prisma.TransactionClient,
  { followerId, followingId }: Pair,
  step: 1 | -1,
): Promise<void> {
  for (const id of [followerId, followingId].toSorted()) {
    const counter = id === followerId ? 'followingCount' : 'followersCount';
    await tx.profile.updateMany({ where: { id }, data: { [counter]: { increment: step } } });
  }
}
