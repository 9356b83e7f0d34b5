import { DomainError, type Notice, type NoticeId, type Page, type StoryId } from '@relato/contract';
import { hashToken } from '@relato/auth';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { agePosition, decodeCursor, toPage, type PageRequest } from '../cursor.ts';
import { canAppeal } from '../appeals/policy.ts';

const noticeColumns = {
  id: true,
  kind: true,
  subject: true,
  storyId: true,
  reason: true,
  createdAt: true,
  readAt: true,
  liftedAt: true,
  appeal: { select: { text: true, status: true, note: true, createdAt: true } },
} as const satisfies Prisma.NoticeSelect;

const toNotice = (row: Prisma.NoticeGetPayload<{ select: typeof noticeColumns }>): Notice => ({
  ...row,
  id: row.id as NoticeId, // a row's id is a plain string
  storyId: row.storyId as StoryId | null, // a row's id is a plain string
  canAppeal: canAppeal(row),
});

/** Rows before a position in the order of age, newest first. */
const before = (cursor: string | null | undefined) => {
  if (!cursor) return {};
  const [createdAtMs, id] = decodeCursor(agePosition, cursor);
  const createdAt = new Date(createdAtMs);
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
};

/** What was decided about the viewer and what is theirs, newest first. */
export async function listNotices(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<Notice>> {
  const rows = await database.prisma.notice.findMany({
    where: { userId: viewer.id, ...before(cursor) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    select: noticeColumns,
  });
  return toPage(rows, limit, toNotice, (row) => [row.createdAt.getTime(), row.id]);
}

export const countUnread = ({ database }: Services, viewer: Viewer): Promise<number> =>
  database.prisma.notice.count({ where: { userId: viewer.id, readAt: null } });

/** The notice that the token in a mail is about. Throws LINK_INVALID. */
export async function requireNoticeByLink({ database }: Services, token: string): Promise<Notice> {
  const row = await database.prisma.notice.findUnique({
    where: { appealKey: hashToken(token) },
    select: noticeColumns,
  });
  if (!row) throw new DomainError('LINK_INVALID');
  return toNotice(row);
}
