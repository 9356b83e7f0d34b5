import { hashToken } from '@relato/auth';
import {
  DomainError,
  type Appeal,
  type AppealId,
  type AppealStatus,
  type Notice,
  type NoticeId,
  type Page,
  type ProfileSummary,
  type Statement,
  type StoryId,
  type UserId,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';
import { canAppeal, canDecide, type Decider } from './policy.ts';

const noticeColumns = {
  id: true,
  kind: true,
  subject: true,
  storyId: true,
  reason: true,
  createdAt: true,
  readAt: true,
  liftedAt: true,
  isBack: true,
  appeal: { select: { text: true, status: true, note: true, createdAt: true } },
  statement: { select: { rule: true, isReported: true, byMachine: true } },
} as const satisfies Prisma.NoticeSelect;

const toNotice = (row: Prisma.NoticeGetPayload<{ select: typeof noticeColumns }>): Notice => ({
  ...row,
  id: row.id as NoticeId, // a row's id is a plain string
  storyId: row.storyId as StoryId | null, // a row's id is a plain string
  canAppeal: canAppeal(row),
});

/** Returns the existing notices of these ids. */
export async function findNotices(
  { database }: Services,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Notice>> {
  if (ids.length === 0) return new Map();
  const where = { id: { in: [...ids] } };
  const rows = await database.prisma.notice.findMany({ where, select: noticeColumns });
  return new Map(rows.map((row) => [row.id, toNotice(row)]));
}

/** Returns the notice of a mailed link's token. Throws LINK_INVALID. */
export async function requireNoticeByLink({ database }: Services, token: string): Promise<Notice> {
  const row = await database.prisma.notice.findUnique({
    where: { appealKey: hashToken(token) },
    select: noticeColumns,
  });
  if (!row) throw new DomainError('LINK_INVALID');
  return toNotice(row);
}

const summary = { select: { id: true, profile: { select: { username: true } } } } as const;

export const appealColumns = {
  id: true,
  text: true,
  status: true,
  note: true,
  createdAt: true,
  decidedAt: true,
  notice: {
    select: {
      id: true,
      userId: true,
      kind: true,
      subject: true,
      storyId: true,
      targetId: true,
      reason: true,
      createdAt: true,
      decidedById: true,
      decidedBy: summary,
      user: { select: { ...summary.select, role: true } },
    },
  },
} as const satisfies Prisma.AppealSelect;

interface SummaryRow {
  readonly id: string;
  readonly profile: { readonly username: string | null } | null;
}

const toSummary = ({ id, profile }: SummaryRow): ProfileSummary => ({
  id: id as UserId, // a row's id is a plain string
  username: profile?.username ?? null,
});

const toAppeal =
  (viewer: Viewer, deciders: readonly Decider[]) =>
  ({ notice, ...row }: Prisma.AppealGetPayload<{ select: typeof appealColumns }>): Appeal => ({
    ...row,
    id: row.id as AppealId, // a row's id is a plain string
    user: toSummary(notice.user),
    decision: {
      kind: notice.kind,
      subject: notice.subject,
      storyId: notice.storyId as StoryId | null, // a row's id is a plain string
      reason: notice.reason,
      createdAt: notice.createdAt,
      by: notice.decidedBy && toSummary(notice.decidedBy),
    },
    viewer: { canDecide: canDecide(viewer, { ...notice, status: row.status }, deciders) },
  });

/** Lists the users with a role who can decide appeals of others: those who may sign in and have a username. */
export async function listDeciders(tx: Prisma.TransactionClient): Promise<Decider[]> {
  const rows = await tx.user.findMany({
    where: {
      role: { in: ['moderator', 'administrator'] },
      suspendedAt: null,
      profile: { username: { not: null } },
    },
    select: { id: true, role: true },
  });
  return rows.map(({ id, role }) => ({ id: id as UserId, role })); // a row's id is a plain string
}

/** Lists the appeals of a status, longest waiting first. */
export async function listAppeals(
  { database: { prisma } }: Services,
  viewer: Viewer,
  { cursor, limit, status }: PageRequest & { readonly status: AppealStatus },
): Promise<Page<Appeal>> {
  const after = toPlaceInTime(cursor);
  const rows = await prisma.appeal.findMany({
    where: {
      status,
      ...(after && {
        OR: [{ createdAt: { gt: after.at } }, { createdAt: after.at, id: { gt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit + 1,
    select: appealColumns,
  });
  return toPage(rows, limit, toAppeal(viewer, await listDeciders(prisma)), (row) => [
    row.createdAt.getTime(),
    row.id,
  ]);
}

/** Lists the statements of a year's restrictions, oldest first. */
export async function listStatements(
  { database }: Services,
  { cursor, limit, year }: PageRequest & { readonly year: number },
): Promise<Page<Statement>> {
  const after = toPlaceInTime(cursor);
  const bounds = [`${year}-01-01T00:00:00Z`, `${year + 1}-01-01T00:00:00Z`];
  const rows = await database.sql<Statement>({
    text: `SELECT id, kind, rule, is_reported AS "isReported", by_machine AS "byMachine", content_at AS "contentAt",
        created_at AS "createdAt"
      FROM statements WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz
        ${after ? 'AND (created_at, id) > ($4::timestamptz, $5::uuid)' : ''}
      ORDER BY created_at, id LIMIT $3`,
    values: [...bounds, limit + 1, ...(after ? [after.at, after.id] : [])],
  });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.createdAt.getTime(), row.id],
  );
}
