import type { NoticeKind } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Viewer } from './context.ts';

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
  const now = await readTime(tx);
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
