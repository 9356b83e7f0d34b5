import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { getFlags } from '../../settings/queries.ts';

interface AskedStory {
  readonly id: string;
  readonly userId: string;
}

/**
 * Returns whether moderators must approve an active account before others see its content, which the operator can require
 * for first stories.
 */
export async function mustAccountWait(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  if (!(await getFlags(tx)).reviewFirstStory) return false;
  return (await tx.profile.count({ where: { id: userId, letInAt: null, user: { role: 'user' } } })) > 0;
}

/** Returns whether a locked story waits for a moderator when it is published. One that a decision hides is not public anyway. */
export const mustWait = async (tx: Prisma.TransactionClient, { id, userId }: AskedStory): Promise<boolean> =>
  (await mustAccountWait(tx, userId)) &&
  (await tx.story.count({ where: { id, userId, published: false, hiddenAt: null } })) > 0;

/**
 * Puts a locked story into the queue of moderators. Until they approve it, it counts as private. Repeating it changes
 * nothing.
 */
export async function startWaiting(tx: Prisma.TransactionClient, id: string): Promise<void> {
  const started = await tx.$executeRaw`
    UPDATE stories SET waiting_since = clock_timestamp(), shared_with_id = NULL
    WHERE id = ${id}::uuid AND waiting_since IS NULL`;
  if (started > 0) await tx.report.create({ data: { id: uuidv7(), storyId: id, reason: 'first' } });
}
