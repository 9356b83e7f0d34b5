import { DomainError } from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Viewer } from './context.ts';

/**
 * Locks an account with those of all administrators, in one order: two who take the role from each other wait here.
 * Whatever else a decision about a person locks, it locks later.
 */
export async function lockUserAndAdministrators(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users
    WHERE id = ${id}::uuid OR role = 'administrator' ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Begins a write of the viewer, on `otherId` if that is a person: a suspension waits for its end or is seen by it, as is
 * the end of the account. Before anything else is locked. Throws ACCOUNT_SUSPENDED, UNAUTHENTICATED; PROFILE_NOT_FOUND
 * for the other.
 */
export async function requireActive(
  tx: Prisma.TransactionClient,
  viewerId: string,
  otherId: string = viewerId,
): Promise<void> {
  const people = await tx.$queryRaw<{ id: string; isSuspended: boolean }[]>`
    SELECT id, suspended_at IS NOT NULL AS "isSuspended" FROM users
    WHERE id IN (${viewerId}::uuid, ${otherId}::uuid) ORDER BY id FOR SHARE`;
  const viewer = people.find(({ id }) => id === viewerId);
  if (!viewer) throw new DomainError('UNAUTHENTICATED');
  if (viewer.isSuspended) throw new DomainError('ACCOUNT_SUSPENDED');
  const other = people.find(({ id }) => id === otherId);
  if (!other || other.isSuspended) throw new DomainError('PROFILE_NOT_FOUND');
}

/** Begins a decision of the viewer, who may have lost the role since the request came. Throws as above, and FORBIDDEN. */
export async function requireActiveModerator(tx: Prisma.TransactionClient, viewer: Viewer): Promise<void> {
  await requireActive(tx, viewer.id);
  await requireUnchangedRole(tx, viewer);
}

/** Who was an administrator when the request came may be none any more. Throws FORBIDDEN. */
export async function requireUnchangedRole(tx: Prisma.TransactionClient, viewer: Viewer): Promise<void> {
  const still = await tx.user.count({ where: { id: viewer.id, role: viewer.role, suspendedAt: null } });
  if (still === 0) throw new DomainError('FORBIDDEN');
}
