import { createToken, hashToken } from '@relato/auth';
import {
  DomainError,
  type AppealOutcome,
  type DecideAppealInput,
  type NoticeId,
  type UserId,
} from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { restoreCommentAsPart } from '../comments/mutations.ts';
import { lockTextOfStory, restoreExplanationAsPart } from '../corrections/removal-mutations.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { appealLink } from '../mail/links.ts';
import { queueMail } from '../mail/queue.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { liftNotices } from '../notices.ts';
import { isHiddenByDecision, lockStory, unhide } from '../stories/hiding-mutations.ts';
import { accountTimeLimit, lockStories, lockUsersAndAdministrators, requireUnchangedRole } from '../locks.ts';
import { restoreUserAsPart } from '../users/mutations.ts';
import { requireMayJudge } from '../users/policy.ts';
import { canAppeal, canDecide } from './policy.ts';
import { appealColumns, listDeciders } from './queries.ts';

/** Appeals a decision; one appeal per decision. Throws NOT_FOUND, also for the notice of another user, and CONFLICT. */
export const createAppeal = (services: Services, viewer: Viewer, id: NoticeId, text: string): Promise<void> =>
  addAppeal(services, { id, userId: viewer.id }, text, 'NOT_FOUND');

/** Appeals a suspension without a session. Throws LINK_INVALID and CONFLICT. */
export const createAppealByLink = (services: Services, token: string, text: string): Promise<void> =>
  addAppeal(services, { appealKey: hashToken(token) }, text, 'LINK_INVALID');

/**
 * Creates a link to the notice of a suspension and its appeal. `way` says whether the link is mailed, or shown to a
 * user who has proved their identity and has no e-mail address. Invalidates an earlier link. Returns null if `way` does
 * not fit the account, or if it is no longer suspended.
 */
export async function createAppealLink(
  services: Services,
  userId: UserId,
  way: 'mailed' | 'shown',
): Promise<string | null> {
  const token = createToken();
  const { prisma } = services.database;
  const email = way === 'mailed' ? { not: null } : null;
  const current = { userId, kind: 'account_suspended', liftedAt: null, user: { email } } as const;
  const notice = await prisma.notice.findFirst({
    where: current,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  if (!notice) return null;
  const { count } = await prisma.notice.updateMany({
    where: { ...current, id: notice.id },
    data: { appealKey: hashToken(token) },
  });
  return count > 0 ? appealLink(services, token) : null;
}

async function addAppeal(
  { database }: Services,
  where: Prisma.NoticeWhereInput,
  text: string,
  missing: 'NOT_FOUND' | 'LINK_INVALID',
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const found = await tx.notice.findFirst({ where, select: { id: true } });
    if (!found) throw new DomainError(missing);
    // Serializes the appeal with a concurrent withdrawal of the decision.
    await tx.$queryRaw`SELECT 1 FROM notices WHERE id = ${found.id}::uuid FOR UPDATE`;
    const notice = await tx.notice.findUnique({
      where: { id: found.id },
      select: { kind: true, liftedAt: true, appeal: { select: { id: true } } },
    });
    if (!notice) throw new DomainError(missing);
    if (!canAppeal(notice)) throw new DomainError('CONFLICT');
    await tx.appeal.create({ data: { id: uuidv7(), noticeId: found.id, text } });
  });
}

type AppealRow = Prisma.AppealGetPayload<{ select: typeof appealColumns }>;

/** Reverts the decision that the appeal is about, with all its effects. */
async function undo(
  services: Services,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { notice }: AppealRow,
  reason: string,
): Promise<AppealOutcome> {
  const { kind, targetId, userId, storyId, subject } = notice;
  let isBack: boolean | null = null;
  switch (kind) {
    case 'story_hidden': {
      if (storyId === null) break;
      const story = await lockStory(tx, storyId);
      if (isHiddenByDecision(story)) await unhide(services, tx, viewer, story, reason);
      break;
    }
    case 'comment_removed':
      isBack = await restoreCommentAsPart(tx, { id: targetId, storyId, userId, content: subject });
      break;
    case 'explanation_removed':
      isBack = await restoreExplanationAsPart(tx, viewer, { id: targetId, storyId });
      break;
    case 'account_suspended':
      await restoreUserAsPart(services, tx, viewer, { userId, reason });
      return { isBack };
    case 'story_restored':
    case 'account_restored':
    case 'profile_cleared':
    case 'report_hidden':
    case 'report_kept':
    case 'report_closed':
      break;
  }
  await liftNotices(tx, viewer, { targetId, kind, reason, isBack });
  return { isBack };
}

/**
 * Grants an appeal, which reverts the decision, or rejects it. Returns whether the removed content returned. Throws
 * NOT_FOUND, APPEAL_OWN_DECISION while another moderator could decide, FORBIDDEN if the appeal is the viewer's own or about
 * an account that the viewer may not judge, and CONFLICT if it is already decided.
 */
export async function decideAppeal(
  services: Services,
  viewer: Viewer,
  { id, decision, note }: DecideAppealInput,
): Promise<AppealOutcome> {
  const { prisma } = services.database;
  return prisma.$transaction(async (tx) => {
    const about = await tx.appeal.findUnique({
      where: { id },
      select: { notice: { select: { id: true, userId: true, storyId: true, kind: true } } },
    });
    if (!about) throw new DomainError('NOT_FOUND');
    const { id: noticeId, userId, storyId, kind } = about.notice;
    await lockUsersAndAdministrators(tx, userId, viewer.id);
    await requireUnchangedRole(tx, viewer);
    // Locks the content before the notice, because the deletion of a story locks them in this order.
    if (storyId !== null && kind === 'explanation_removed') await lockTextOfStory(tx, storyId);
    if (storyId !== null) await lockStories(tx, { storyIds: [storyId] });
    else if (kind === 'account_suspended') await lockStories(tx, { userId });
    await tx.$queryRaw`SELECT 1 FROM notices WHERE id = ${noticeId}::uuid FOR UPDATE`;
    const appeal = await tx.appeal.findUniqueOrThrow({ where: { id }, select: appealColumns });
    const { notice } = appeal;
    if (appeal.status !== 'open') throw await toAlreadyDecided(tx, notice.targetId);
    requireMayJudge(viewer, notice.user);
    if (!canDecide(viewer, { ...notice, status: 'open' }, await listDeciders(tx))) {
      throw new DomainError('APPEAL_OWN_DECISION');
    }
    const status = decision === 'grant' ? 'granted' : 'rejected';
    await tx.appeal.update({
      where: { id },
      data: { status, note, decidedById: viewer.id, decidedAt: await readTime(tx) },
    });
    // Marks the notice as unread again.
    await tx.notice.update({ where: { id: notice.id }, data: { readAt: null } });
    const target = targetOf[notice.kind];
    await writeLog(tx, viewer, { action: `${decision}-appeal`, target, id: notice.targetId, reason: note });
    if (decision === 'grant') return undo(services, tx, viewer, appeal, note);
    // A suspended user cannot sign in to read the notice.
    if (kind === 'account_suspended') await queueMail(services, { kind: 'appeal-rejected', userId }, tx);
    return { isBack: null };
  }, accountTimeLimit);
}

const targetOf = {
  story_hidden: 'story',
  story_restored: 'story',
  comment_removed: 'comment',
  explanation_removed: 'explanation',
  account_suspended: 'user',
  account_restored: 'user',
  profile_cleared: 'user',
  report_hidden: 'story',
  report_kept: 'story',
  report_closed: 'story',
} as const;

/** Marks a notice as read; repeating it changes nothing. Throws NOT_FOUND, also for the notice of another user. */
export async function readNotice({ database }: Services, viewer: Viewer, id: NoticeId): Promise<void> {
  const { count } = await database.prisma.notice.updateMany({
    where: { id, userId: viewer.id },
    data: { readAt: await readTime(database.prisma) },
  });
  if (count === 0) throw new DomainError('NOT_FOUND');
}
