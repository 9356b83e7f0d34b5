import type { Prisma } from './generated/client.ts';

/** The present by the database's clock, on which all servers agree, however wrong their own are. */
export async function readTime(client: Prisma.TransactionClient): Promise<Date> {
  const [row] = await client.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error('The database does not tell the time');
  return row.now;
}
