import { DomainError } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { requireActive } from '../suspensions/mutations.ts';

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
