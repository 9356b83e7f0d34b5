import { DomainError, placeProposal, toRangeText, toSpan } from '@relato/contract';
import { Prisma } from '@relato/db';
import { isHeardByAll } from '../heard-stories.ts';
import { requireActiveModerator } from '../locks.ts';
import { getLastEntry, toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { notify, readReporters, writeStatement, type Grounds } from '../notices.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { lockText } from '../transcription/text-mutations.ts';
import { requireMayJudge } from '../users/policy.ts';
import { listAccepted } from './explanation-mutations.ts';
import { close, lockStory } from './open-mutations.ts';

/**
 * Removes an explanation from a public story, or from one that was public until it was hidden, and notifies its user. The
 * author is not asked about the same explanation again. Throws EXPLANATION_NOT_FOUND, also for one that waits, FORBIDDEN for
 * the viewer's own one and for one of an account that the viewer may not judge, and CONFLICT with the last log entry if
 * another moderator was first.
 */
export async function removeAsModerator(
  { database }: Services,
  viewer: Viewer,
  { id, reason, rule }: Grounds & { readonly id: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const known = await tx.correction.findUnique({ where: { id }, select: { storyId: true } });
    const story = known && (await lockStory(tx, viewer, known.storyId));
    const explanation = await tx.correction.findUnique({
      where: { id },
      include: { user: { select: { id: true, role: true } } },
    });
    if (!story || !explanation) throw new DomainError('EXPLANATION_NOT_FOUND');
    const { userId, user, headword, said, state, createdAt: contentAt } = explanation;
    if (state === 'declined' && (await getLastEntry(tx, id))) throw await toAlreadyDecided(tx, id);
    if (headword === null || state !== 'accepted' || !(await isOfAll(tx, story.id)))
      throw new DomainError('EXPLANATION_NOT_FOUND');
    requireMayJudge(viewer, user);
    await close(tx, [explanation], 'declined');
    const kind = 'explanation_removed';
    const subject = `${headword}: ${said}`;
    const notice = { userId, kind, targetId: id, storyId: story.id, subject, reason } as const;
    const noticeId = await notify(tx, viewer, notice);
    const reporters = await readReporters(tx, story.id, { explanationId: id });
    await writeStatement(tx, { ...reporters, noticeId, kind, rule, contentAt });
    await writeLog(tx, viewer, { action: 'remove-explanation', target: 'explanation', id, reason });
  });
}

const isOfAll = async (tx: Prisma.TransactionClient, storyId: string): Promise<boolean> => {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM stories s WHERE s.id = ${storyId}::uuid AND ${Prisma.raw(isHeardByAll)}`;
  return found.length > 0;
};

/**
 * Locks the text of a story, which comes before the story itself in the order of locks. Does nothing if the story was
 * deleted.
 */
export async function lockTextOfStory(tx: Prisma.TransactionClient, storyId: string): Promise<void> {
  const story = await tx.story.findUnique({ where: { id: storyId }, select: { recordingId: true } });
  if (story) await lockText(tx, story.recordingId);
}

/**
 * Restores a removed explanation at its words, as part of a decision that has locked the text before any story. If the words
 * are gone, or its user has explained them again since, returns false and deletes the declined explanation. It does not
 * count against the limit of accepted ones.
 */
export async function restoreExplanationAsPart(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { id, storyId }: { readonly id: string; readonly storyId: string | null },
): Promise<boolean> {
  const story = storyId === null ? undefined : await lockStory(tx, viewer, storyId);
  const explanation = await tx.correction.findUnique({ where: { id } });
  if (!story || explanation?.state !== 'declined') return false;
  const placed = placeProposal(story.words, explanation);
  if (!placed || (await listAccepted(tx, story, explanation.userId, placed.range)).length > 0) {
    await tx.correction.delete({ where: { id } });
    return false;
  }
  const { range, ...listed } = placed;
  const data = { ...toSpan(story.words, range), text: toRangeText(story.words, range), ...listed };
  await tx.correction.update({ where: { id }, data });
  await close(tx, [explanation], 'accepted');
  return true;
}
