import { createToken, hashToken } from '@relato/auth';
import { DomainError, type DecideAppealInput, type NoticeId, type UserId } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import { restoreCommentAsPart } from '../comments/mutations.ts';
import type { Services, Viewer } from '../context.ts';
import { appealLink } from '../links.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { liftNotices } from '../notices.ts';
import { isHiddenByDecision, lockStory, unhide } from '../stories/hiding-mutations.ts';
import { lockUserAndAdministrators, requireUnchangedRole } from '../user-locks.ts';
import { restoreUserAsPart } from '../users/mutations.ts';
import { requireMayJudge } from '../users/policy.ts';
import { canAppeal, canDecide } from './policy.ts';
import { appealColumns, isAlone } from './queries.ts';

/** Asks for a second look at a decision: once. Throws NOT_FOUND, also for another's, and CONFLICT. */
export const appeal = (services: Services, viewer: Viewer, id: NoticeId, text: string): Promise<void> =>
  addAppeal(services, { id, userId: viewer.id }, text, 'NOT_FOUND');

/** For who cannot sign in. Throws LINK_INVALID, and CONFLICT. */
export const appealByLink = (services: Services, token: string, text: string): Promise<void> =>
  addAppeal(services, { appealKey: hashToken(token) }, text, 'LINK_INVALID');

/**
 * A way to read about a suspension, and to appeal: to be mailed, or to be shown to who has proven to be the person and has
 * no address that it could be mailed to. An earlier one ends. Null for the other kind of account, and for one that is not
 * suspended any more.
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
    // Whoever takes the decision back at this moment goes before the appeal or after it.
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

/** Undoes what the appeal is about, with everything that hangs on it. */
async function undo(
  services: Services,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { notice }: AppealRow,
  reason: string,
): Promise<void> {
  const { kind, targetId, userId, storyId, subject } = notice;
  switch (kind) {
    case 'story_hidden': {
      if (storyId === null) break;
      const story = await lockStory(tx, storyId);
      if (isHiddenByDecision(story)) await unhide(tx, viewer, story, reason);
      break;
    }
    case 'comment_removed':
      await restoreCommentAsPart(tx, { storyId, userId, content: subject });
      break;
    case 'account_suspended':
      return restoreUserAsPart(services, tx, viewer, { userId, reason });
    case 'story_restored':
    case 'account_restored':
      break;
  }
  await liftNotices(tx, viewer, { targetId, kind, reason });
}

/**
 * Grants an appeal, which undoes the decision, or rejects it. Throws NOT_FOUND, APPEAL_OWN_DECISION while somebody else
 * could decide, FORBIDDEN for whom it is about and what a moderator may not judge, and CONFLICT when it is decided.
 */
export async function decideAppeal(
  services: Services,
  viewer: Viewer,
  { id, decision, note }: DecideAppealInput,
): Promise<void> {
  const { prisma } = services.database;
  await prisma.$transaction(async (tx) => {
    const about = await tx.appeal.findUnique({
      where: { id },
      select: { notice: { select: { userId: true } } },
    });
    if (!about) throw new DomainError('NOT_FOUND');
    // The person before the appeal: as whoever takes the decision back without one.
    await lockUserAndAdministrators(tx, about.notice.userId);
    await requireUnchangedRole(tx, viewer);
    await tx.$queryRaw`SELECT 1 FROM appeals WHERE id = ${id}::uuid FOR UPDATE`;
    const appeal = await tx.appeal.findUniqueOrThrow({ where: { id }, select: appealColumns });
    const { notice } = appeal;
    if (appeal.status !== 'open') throw await toAlreadyDecided(tx, notice.targetId);
    requireMayJudge(viewer, notice.user);
    const alone = await isAlone(tx, viewer, notice.user);
    if (!canDecide(viewer, { ...notice, status: 'open' }, alone)) {
      throw new DomainError('APPEAL_OWN_DECISION');
    }
    const status = decision === 'grant' ? 'granted' : 'rejected';
    await tx.appeal.update({
      where: { id },
      data: { status, note, decidedById: viewer.id, decidedAt: await readTime(tx) },
    });
    // There is news for whom it is about.
    await tx.notice.update({ where: { id: notice.id }, data: { readAt: null } });
    const target = targetOf[notice.kind];
    await writeLog(tx, viewer, { action: `${decision}-appeal`, target, id: notice.targetId, reason: note });
    if (decision === 'grant') await undo(services, tx, viewer, appeal, note);
  });
}

const targetOf = {
  story_hidden: 'story',
  story_restored: 'story',
  comment_removed: 'comment',
  account_suspended: 'user',
  account_restored: 'user',
} as const;

/** Reading twice is reading once. Throws NOT_FOUND, also for another's. */
export async function readNotice({ database }: Services, viewer: Viewer, id: NoticeId): Promise<void> {
  const { count } = await database.prisma.notice.updateMany({
    where: { id, userId: viewer.id },
    data: { readAt: await readTime(database.prisma) },
  });
  if (count === 0) throw new DomainError('NOT_FOUND');
}
