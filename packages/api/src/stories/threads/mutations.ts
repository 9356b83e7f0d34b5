import { DomainError, limits, type OriginKind, serverLimits, type StoryId } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { requireActive } from '../../locks.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { mustAccountWait } from '../visibility/waiting-mutations.ts';

const { maxDurationMs, maxOfStory, maxOfUser } = limits.reply;
const { maxOfUser: maxGrown } = serverLimits.tree;

interface WishedOrigin {
  readonly id: StoryId;
  readonly kind: OriginKind;
  readonly visibility: 'private' | 'shared' | 'published';
}

type OriginColumns = Pick<Prisma.StoryUncheckedCreateInput, 'originId' | 'originKind' | 'isLetIn'>;

/**
 * Returns the columns of a reply or a follow-up. Returns null if the viewer cannot see the other story, or if it accepts no
 * replies, so that the recording is still saved. A private reply is an ordinary story. Serializes concurrent ones, so that
 * they respect the limits. Throws REPLY_TOO_LONG, REPLIES_TOO_MANY, and REPLY_BEFORE_FIRST while the account's first story
 * waits for approval, before which others hear nothing of it.
 */
export async function lockOrigin(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { id, kind, visibility }: WishedOrigin,
  durationMs: number,
): Promise<OriginColumns | null> {
  const isReplying = kind === 'reply';
  if (isReplying && visibility !== 'shared') return null;
  if (isReplying && durationMs > maxDurationMs + limits.recording.durationToleranceMs)
    throw new DomainError('REPLY_TOO_LONG');
  const [origin] = await tx.$queryRaw<{ userId: string; replies: string }[]>`
    SELECT s.user_id AS "userId", s.replies FROM stories s
    WHERE s.id = ${id}::uuid AND s.published AND s.hidden_at IS NULL AND NOT are_blocked(${viewer.id}::uuid, s.user_id)
    FOR NO KEY UPDATE OF s`;
  if (!origin) return null;
  const isHeard = isReplying && (origin.userId === viewer.id || origin.replies === 'open');
  if (isReplying && origin.replies === 'closed') return null;
  if (isReplying && (await mustAccountWait(tx, viewer.id))) throw new DomainError('REPLY_BEFORE_FIRST');
  const [counts] = await tx.$queryRaw<{ all: number; own: number }[]>`
    SELECT (count(*) FILTER (WHERE is_let_in = ${isHeard}))::int AS "all",
      (count(*) FILTER (WHERE user_id = ${viewer.id}::uuid))::int AS own
    FROM stories WHERE origin_id = ${id}::uuid AND origin_kind = ${kind}::story_origin AND hidden_at IS NULL`;
  const { all = 0, own = 0 } = counts ?? {};
  if (own >= (isReplying ? maxOfUser : maxGrown) || (isReplying && all >= maxOfStory))
    throw new DomainError('REPLIES_TOO_MANY');
  return { originId: id, originKind: kind, isLetIn: isHeard };
}

/** Notifies the author of a story of a reply to it, unless it is their own. */
export const tellOfReply = (
  tx: Prisma.TransactionClient,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<unknown> =>
  tx.$executeRaw`SELECT tell_user(o.user_id, 'reply', ${userId}::uuid, s.id, NULL, NULL)
    FROM stories s JOIN stories o ON o.id = s.origin_id WHERE s.id = ${id}::uuid AND o.user_id <> ${userId}::uuid`;

/**
 * Approves a reply to a story of the viewer, and notifies its author once. Throws STORY_NOT_FOUND for any other story, and
 * REPLIES_TOO_MANY.
 */
export const letIn = ({ database }: Services, viewer: Viewer, id: StoryId): Promise<void> =>
  database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    // Waits for concurrent new replies, which count towards the same limit.
    const [origin] = await tx.$queryRaw<
      { id: string }[]
    >`SELECT o.id FROM stories o WHERE o.user_id = ${viewer.id}::uuid
      AND o.id = (SELECT s.origin_id FROM stories s WHERE s.id = ${id}::uuid) FOR NO KEY UPDATE`;
    if (!origin) throw new DomainError('STORY_NOT_FOUND');
    const heard = { originId: origin.id, originKind: 'reply', isLetIn: true, hiddenAt: null } as const;
    const others = await tx.story.count({ where: { ...heard, id: { not: id } } });
    if (others >= maxOfStory) throw new DomainError('REPLIES_TOO_MANY');
    const [reply] = await tx.$queryRaw<{ userId: string; isLetIn: boolean }[]>`
      SELECT s.user_id AS "userId", s.is_let_in AS "isLetIn" FROM stories s
      WHERE s.id = ${id}::uuid AND s.origin_id = ${origin.id}::uuid AND s.origin_kind = 'reply' AND s.hidden_at IS NULL
        AND NOT are_blocked(${viewer.id}::uuid, s.user_id) FOR NO KEY UPDATE`;
    if (!reply) throw new DomainError('STORY_NOT_FOUND');
    if (reply.isLetIn) return;
    await tx.$executeRaw`UPDATE stories SET is_let_in = true WHERE id = ${id}::uuid`;
    await tx.$executeRaw`SELECT tell_user(${reply.userId}::uuid, 'let_in', ${viewer.id}::uuid, ${origin.id}::uuid, NULL, NULL)`;
  });

/**
 * Permanently detaches a story from the one that it replies to or follows; the author of either may do so. A reply becomes a
 * private story. The author of an answer detaches it from its question, whose link for one answer opens again. Repeating it
 * changes nothing for the author of the story. Throws STORY_NOT_FOUND for any other one.
 */
export const leaveThread = ({ database }: Services, viewer: Viewer, id: StoryId): Promise<void> =>
  database.prisma.$transaction(async (tx) => {
    await requireActive(tx, viewer.id);
    await endOrigin(tx, viewer, id);
  });

/**
 * If the other author detached it, the author still sees that the story had an origin, as after its deletion. A story with an
 * origin answers no question, so only an author detaches one from a question.
 */
async function endOrigin(tx: Prisma.TransactionClient, viewer: Viewer, id: StoryId): Promise<void> {
  const count = await tx.$executeRaw`UPDATE stories s SET origin_id = NULL, is_let_in = false,
      origin_kind = CASE WHEN s.user_id <> ${viewer.id}::uuid THEN s.origin_kind END,
      question_id = NULL, shared_with_id = NULL
    WHERE s.id = ${id}::uuid AND (s.user_id = ${viewer.id}::uuid
      OR s.hidden_at IS NULL AND (s.published OR s.origin_kind = 'reply') AND NOT are_blocked(${viewer.id}::uuid, s.user_id)
        AND EXISTS (SELECT FROM stories o WHERE o.id = s.origin_id AND o.user_id = ${viewer.id}::uuid))`;
  if (count === 0) throw new DomainError('STORY_NOT_FOUND');
}

/** Returns whether a locked story is a reply. */
export const isReply = async (tx: Prisma.TransactionClient, id: string): Promise<boolean> =>
  (await tx.story.count({ where: { id, originKind: 'reply', originId: { not: null } } })) > 0;

/** A reply becomes an ordinary story when its author publishes it or makes it private. */
export const endReply = (tx: Prisma.TransactionClient, id: string): Promise<unknown> =>
  tx.story.updateMany({
    where: { id, originKind: 'reply' },
    data: { originId: null, originKind: null, isLetIn: false },
  });
