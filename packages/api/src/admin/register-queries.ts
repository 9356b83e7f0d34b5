import type { Page, RegisterEntry, RegisterKind, pageInput } from '@relato/contract';
import type { z } from 'zod';
import type { Services } from '../rpc/context.ts';
import { toPage, toPlaceInTime } from '../rpc/cursor.ts';

/** Lists the exports and deletions of accounts, newest first. */
export async function listRegister(
  { database }: Pick<Services, 'database'>,
  { cursor, limit }: z.output<typeof pageInput>,
): Promise<Page<RegisterEntry>> {
  const after = toPlaceInTime(cursor);
  const rows = await database.prisma.registerEntry.findMany({
    where: after
      ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] }
      : {},
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  return toPage(
    rows,
    limit,
    ({ kind, ...row }) => ({ ...row, kind: kind as RegisterKind }), // only `writeRegister` writes it
    (row) => [row.createdAt.getTime(), row.id],
  );
}
