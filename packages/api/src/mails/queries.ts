import type { FailedMail, Page } from '@relato/contract';
import type { Services } from '../context.ts';
import { agePosition, decodeCursor, toPage, type PageRequest } from '../cursor.ts';
import type { PromisedMail } from './mutations.ts';

/** Mails that could not be delivered, last failed first. */
export async function listFailedMails(
  { jobs, database }: Pick<Services, 'jobs' | 'database'>,
  { cursor, limit }: PageRequest,
): Promise<Page<FailedMail>> {
  const [atMs, id] = cursor ? decodeCursor(agePosition, cursor) : [];
  const before = atMs === undefined || id === undefined ? null : { failedAt: new Date(atMs), id };
  const rows = await jobs.listDead('send-mail', { before, limit: limit + 1 });
  const users = await database.prisma.user.findMany({
    where: { id: { in: rows.flatMap(({ data }) => (data.kind === 'suspended' ? [data.userId] : [])) } },
    select: { id: true, email: true },
  });
  const addresses = new Map(users.map((user) => [user.id, user.email]));
  return toPage(
    rows,
    limit,
    ({ data, ...row }): FailedMail => ({
      id: row.id,
      kind: data.kind === 'ready' ? data.mail.kind : data.kind,
      to: toAddress(data, addresses),
      error: row.error,
      failedAt: row.failedAt,
    }),
    (row) => [row.failedAt.getTime(), row.id],
  );
}

function toAddress(promised: PromisedMail, addresses: ReadonlyMap<string, string | null>): string | null {
  switch (promised.kind) {
    case 'ready':
      return promised.mail.to;
    case 'suspended':
      return addresses.get(promised.userId) ?? null;
    case 'confirm-again':
    case 'recover':
    case 'add-email':
      return promised.email;
  }
}
