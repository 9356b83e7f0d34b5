import {
  AlreadyDecidedError,
  limits,
  lookActions,
  type LookAction,
  type PastAction,
  type ModerationAction,
  type ModerationTarget,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Services, Viewer } from './rpc/context.ts';

interface LogLine {
  readonly action: ModerationAction;
  readonly target: ModerationTarget;
  readonly id: string;
  readonly reason?: string | null;
}

/** The target id of a log entry about all settings or all counters. */
export const allRows = '00000000-0000-0000-0000-000000000000';

/**
 * Writes a log entry as part of the transaction of the action, so that neither exists without the other. A null viewer
 * stands for a command on the server itself.
 */
export async function writeLog(
  tx: Prisma.TransactionClient,
  viewer: Pick<Viewer, 'id'> | null,
  { action, target, id, reason = null }: LogLine,
): Promise<void> {
  await tx.moderationLog.create({
    data: { id: uuidv7(), actorId: viewer?.id ?? null, action, targetType: target, targetId: id, reason },
  });
}

/** Logs that a moderator saw or heard a story that is not public. Repeated access soon after is one entry. */
export async function writeLook(
  { database }: Pick<Services, 'database'>,
  viewer: Pick<Viewer, 'id'>,
  { action, storyId }: { readonly action: LookAction; readonly storyId: string },
): Promise<void> {
  await database.prisma.$executeRaw`
    INSERT INTO moderation_log (id, actor_id, action, target_type, target_id)
    SELECT ${uuidv7()}::uuid, ${viewer.id}::uuid, ${action}, 'story', ${storyId}::uuid
    WHERE NOT EXISTS (SELECT FROM moderation_log
      WHERE target_id = ${storyId}::uuid AND actor_id = ${viewer.id}::uuid AND action = ${action}
        AND created_at > statement_timestamp() - make_interval(mins => ${limits.report.lookMinutes}::int))`;
}

/** Returns the CONFLICT error with the last log entry, for a moderator whose decision comes second. */
export async function toAlreadyDecided(
  tx: Prisma.TransactionClient,
  targetId: string,
): Promise<AlreadyDecidedError> {
  return new AlreadyDecidedError(await getLastEntry(tx, targetId));
}

export async function getLastEntry(
  tx: Prisma.TransactionClient,
  targetId: string,
): Promise<PastAction | null> {
  const last = await tx.moderationLog.findFirst({
    where: { targetId, action: { notIn: [...lookActions] } },
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
