import { DomainError } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Viewer } from './rpc/context.ts';

/** The time limit of a transaction that changes or deletes years of content of an account on a slow disk. */
export const accountTimeLimit = { timeout: 60_000 } as const;

/**
 * Locks accounts and those of all administrators in one order, so that two administrators who demote each other wait here.
 * For a decision these are the affected account and the viewer's. Must come before any other lock.
 */
export async function lockUsersAndAdministrators(
  tx: Prisma.TransactionClient,
  ...ids: readonly string[]
): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users
    WHERE id = ANY (${[...ids]}::uuid[]) OR role = 'administrator' ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Starts a write of the viewer, so that a concurrent suspension or deletion of the account comes either before or after it.
 * Must come before any other lock. Throws ACCOUNT_SUSPENDED and UNAUTHENTICATED.
 */
export const requireActive = (tx: Prisma.TransactionClient, viewerId: string): Promise<void> =>
  requireNotSuspended(tx, viewerId, Prisma.sql`FOR SHARE`);

/** Like `requireActive`, but also serializes concurrent writes of the viewer. */
export const requireActiveAlone = (tx: Prisma.TransactionClient, viewerId: string): Promise<void> =>
  requireNotSuspended(tx, viewerId, Prisma.sql`FOR NO KEY UPDATE`);

async function requireNotSuspended(
  tx: Prisma.TransactionClient,
  viewerId: string,
  lock: Prisma.Sql,
): Promise<void> {
  const [viewer] = await tx.$queryRaw<{ isSuspended: boolean }[]>`
    SELECT suspended_at IS NOT NULL AS "isSuspended" FROM users WHERE id = ${viewerId}::uuid ${lock}`;
  if (!viewer) throw new DomainError('UNAUTHENTICATED');
  if (viewer.isSuspended) throw new DomainError('ACCOUNT_SUSPENDED');
}

/**
 * Starts a decision of the viewer, who may have lost their role since the request arrived. Throws like `requireActive`,
 * and FORBIDDEN.
 */
export async function requireActiveModerator(tx: Prisma.TransactionClient, viewer: Viewer): Promise<void> {
  await requireActive(tx, viewer.id);
  await requireUnchangedRole(tx, viewer);
}

/** Throws FORBIDDEN if the viewer no longer has the role that the request arrived with. */
export async function requireUnchangedRole(tx: Prisma.TransactionClient, viewer: Viewer): Promise<void> {
  const still = await tx.user.count({ where: { id: viewer.id, role: viewer.role, suspendedAt: null } });
  if (still === 0) throw new DomainError('FORBIDDEN');
}

/** The stories of a change. */
export type StoriesOf = { readonly storyIds: readonly string[] } | { readonly userId: string };

/** Returns the condition for the rows `s` of these stories. */
export const toCondition = (stories: StoriesOf): Prisma.Sql =>
  'userId' in stories
    ? Prisma.sql`s.user_id = ${stories.userId}::uuid`
    : Prisma.sql`s.id = ANY (${[...stories.storyIds]}::uuid[])`;

/** Locks stories in the order of their ids, as every transaction does that writes to more than one. */
export async function lockStories(tx: Prisma.TransactionClient, stories: StoriesOf): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM stories s WHERE ${toCondition(stories)} ORDER BY s.id FOR NO KEY UPDATE`;
}
