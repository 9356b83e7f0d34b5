import { DomainError, type UserId } from '@relato/contract';
import { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Services, Viewer } from '../context.ts';
import { requirePublicId } from '../profiles/queries.ts';
import { requireActive } from '../user-locks.ts';
import { requireOther } from './policy.ts';

/** Following twice is following once. Throws FOLLOW_SELF; PROFILE_NOT_FOUND for who has no public profile. */
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
    // The account went between the look and the write.
    if (cause instanceof Prisma.PrismaClientKnownRequestError && cause.code === 'P2003') {
      throw new DomainError('PROFILE_NOT_FOUND', { cause });
    }
    throw cause;
  }
}

/** Not following afterwards, whoever it was, and whether or not one did before. */
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
 * The two profiles are locked in the order of their ids, after the row of the follow: so two people who follow each
 * other at the same moment wait for one another instead of both waiting for ever.
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
