import { unchosenReasons, type CommunityRule, type NoticeKind, type Restriction } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Viewer } from './rpc/context.ts';

interface Decision {
  readonly userId: string;
  readonly kind: NoticeKind;
  readonly targetId: string;
  readonly storyId?: string;
  readonly subject: string;
  readonly reason: string;
}

/** Notifies the affected user as part of the decision. Returns the id of the notice. */
export async function notify(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  decision: Decision,
): Promise<string> {
  const id = uuidv7();
  await tx.notice.create({ data: { id, decidedById: viewer.id, ...decision } });
  return id;
}

/** The grounds of a restriction. */
export interface Grounds {
  readonly reason: string;
  readonly rule: CommunityRule | null;
}

interface NewStatement extends Pick<Grounds, 'rule'> {
  /** Null if no user is notified. */
  readonly noticeId: string | null;
  readonly kind: Restriction;
  readonly isReported?: boolean;
  readonly byMachine?: boolean;
  readonly contentAt?: Date | null;
}

/**
 * Returns the sources of a case about a locked story or a part of it, by the open reports of the story. A machine's report
 * concerns a comment or an explanation only if it names that.
 */
export async function readReporters(
  tx: Prisma.TransactionClient,
  storyId: string,
  part?: { readonly commentId: string } | { readonly explanationId: string },
): Promise<{ readonly isReported: boolean; readonly byMachine: boolean }> {
  const open = { storyId, status: { in: ['pending', 'reviewing'] } } satisfies Prisma.ReportWhereInput;
  const named = part === undefined ? {} : { watched: { array_contains: [part] } };
  return {
    isReported: (await tx.report.count({ where: { ...open, reason: { notIn: [...unchosenReasons] } } })) > 0,
    byMachine: (await tx.report.count({ where: { ...open, reason: 'watched', ...named } })) > 0,
  };
}

/** Stores the grounds of a restriction, as part of the decision. */
export async function writeStatement(tx: Prisma.TransactionClient, statement: NewStatement): Promise<void> {
  await tx.statement.create({ data: { id: uuidv7(), ...statement } });
}

/**
 * Marks the decisions of a kind about a target as lifted, and grants their open appeals. `isBack`: whether the removed
 * content could return.
 */
export async function liftNotices(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  {
    targetId,
    kind,
    reason,
    isBack = null,
  }: {
    readonly targetId: string;
    readonly kind: NoticeKind;
    readonly reason: string;
    readonly isBack?: boolean | null;
  },
): Promise<void> {
  const now = await readTime(tx);
  // Locks the notices first, so that a concurrent appeal either is granted below, or fails because the decision is lifted.
  const lifted = await tx.notice.updateManyAndReturn({
    where: { targetId, kind, liftedAt: null },
    data: { liftedAt: now, isBack },
    select: { id: true },
  });
  await tx.appeal.updateMany({
    where: { status: 'open', noticeId: { in: lifted.map(({ id }) => id) } },
    data: { status: 'granted', note: reason, decidedById: viewer.id, decidedAt: now },
  });
}
