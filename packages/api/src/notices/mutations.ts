import { DomainError, type NoticeId, type NoticeKind, type UserId } from '@relato/contract';
import { createSecret, hashSecret } from '@relato/auth';
import type { Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Services, Viewer } from '../context.ts';
import { canAppeal } from './policy.ts';

interface Decision {
  readonly userId: string;
  readonly kind: NoticeKind;
  readonly targetId: string;
  readonly storyId?: string;
  readonly subject: string;
  readonly reason: string;
  readonly appealKey?: string;
}

/** Tells whom a decision affects, as a part of it. */
export async function notify(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  decision: Decision,
): Promise<void> {
  await tx.notice.create({ data: { id: uuidv7(), decidedById: viewer.id, ...decision } });
}

/** The decisions about something do not stand any more, and what was open about them is granted. */
export async function liftNotices(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  {
    targetId,
    kind,
    reason,
  }: { readonly targetId: string; readonly kind: NoticeKind; readonly reason: string },
): Promise<void> {
  const now = new Date();
  // The notices first: whoever appeals at this moment holds one, and is seen below or told that it is too late.
  const lifted = await tx.notice.updateManyAndReturn({
    where: { targetId, kind, liftedAt: null },
    data: { liftedAt: now },
    select: { id: true },
  });
  await tx.appeal.updateMany({
    where: { status: 'open', noticeId: { in: lifted.map(({ id }) => id) } },
    data: { status: 'granted', note: reason, decidedById: viewer.id, decidedAt: now },
  });
}

/** Reading twice is reading once. Throws NOT_FOUND, also for another's. */
export async function readNotice({ database }: Services, viewer: Viewer, id: NoticeId): Promise<void> {
  const { count } = await database.prisma.notice.updateMany({
    where: { id, userId: viewer.id },
    data: { readAt: new Date() },
  });
  if (count === 0) throw new DomainError('NOT_FOUND');
}

/** Asks for a second look at a decision: once. Throws NOT_FOUND, also for another's, and CONFLICT. */
export const appeal = (services: Services, viewer: Viewer, id: NoticeId, text: string): Promise<void> =>
  addAppeal(services, { id, userId: viewer.id }, text, 'NOT_FOUND');

/** For who cannot sign in. Throws LINK_INVALID, and CONFLICT. */
export const appealByLink = (services: Services, token: string, text: string): Promise<void> =>
  addAppeal(services, { appealKey: hashSecret(token) }, text, 'LINK_INVALID');

/** The token is behind the #, as in every mail. */
export const toAppealLink = ({ publicUrl }: Services, token: string): string =>
  `${publicUrl}/apelar#token=${token}`;

/**
 * A way to read about a suspension, and to appeal, for who has proven to be the person and has no address that it could
 * have been mailed to. An earlier one ends. Null for who has an address, or is not suspended any more.
 */
export async function createAppealLink(services: Services, userId: UserId): Promise<string | null> {
  const token = createSecret();
  const { prisma } = services.database;
  const current = { userId, kind: 'account_suspended', liftedAt: null, user: { email: null } } as const;
  const notice = await prisma.notice.findFirst({
    where: current,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  if (!notice) return null;
  const { count } = await prisma.notice.updateMany({
    where: { ...current, id: notice.id },
    data: { appealKey: hashSecret(token) },
  });
  return count > 0 ? toAppealLink(services, token) : null;
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
