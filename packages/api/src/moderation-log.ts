import {
  AlreadyDecidedError,
  type Happened,
  type ModerationAction,
  type ModerationTarget,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Viewer } from './context.ts';

interface LogLine {
  readonly action: ModerationAction;
  readonly target: ModerationTarget;
  readonly id: string;
  readonly reason: string | null;
}

/** What is neither a row nor has an id: all settings, all counters. */
export const everything = '00000000-0000-0000-0000-000000000000';

/** Part of the transaction that does it: there is no action without its line, and no line without its action. No viewer: at the server itself. */
export async function writeLog(
  tx: Prisma.TransactionClient,
  viewer: Pick<Viewer, 'id'> | null,
  { action, target, id, reason }: LogLine,
): Promise<void> {
  await tx.moderationLog.create({
    data: { id: uuidv7(), actorId: viewer?.id ?? null, action, targetType: target, targetId: id, reason },
  });
}

/** What a moderator who comes second is told: CONFLICT, and what was done last. */
export async function toAlreadyDecided(
  tx: Prisma.TransactionClient,
  targetId: string,
): Promise<AlreadyDecidedError> {
  return new AlreadyDecidedError(await getLast(tx, targetId));
}

export async function getLast(tx: Prisma.TransactionClient, targetId: string): Promise<Happened | null> {
  const last = await tx.moderationLog.findFirst({
    where: { targetId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: {
      action: true,
      reason: true,
      createdAt: true,
      actor: { select: { profile: { select: { username: true } } } },
    },
  });
  if (!last) return null;
  const { action, reason, createdAt, actor } = last;
  return { action, reason, at: createdAt, by: actor?.profile?.username ?? null };
}
