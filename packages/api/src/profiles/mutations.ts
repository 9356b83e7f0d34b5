import { DomainError } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { requireActive } from '../user-locks.ts';

/** Gives the viewer this username. Throws USERNAME_TAKEN, also when it looks like another's; the unique index decides between two who want it at once. */
export async function chooseUsername(
  { database }: Services,
  viewer: Viewer,
  username: string,
): Promise<void> {
  try {
    await database.prisma.$transaction(async (tx) => {
      await requireActive(tx, viewer.id);
      await tx.profile.update({ where: { id: viewer.id }, data: { username } });
    });
  } catch (cause) {
    if (cause instanceof Prisma.PrismaClientKnownRequestError && cause.code === 'P2002') {
      throw new DomainError('USERNAME_TAKEN', { cause });
    }
    throw cause;
  }
}

/**
 * Counts what all can see of a person, instead of a step up or down: a counter that is wrong must not keep anybody from
 * hiding a story. The lock comes first: what is counted then is what others who move the counter left.
 */
export async function recountPosts(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM profiles WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  await tx.$executeRaw`UPDATE profiles SET posts_count = (
      SELECT count(*) FROM stories WHERE user_id = ${userId}::uuid AND published AND hidden_at IS NULL
    ) WHERE id = ${userId}::uuid`;
}
