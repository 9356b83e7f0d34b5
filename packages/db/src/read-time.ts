import type { Prisma } from './generated/client.ts';

/** Returns the time of the database's clock, which all servers share even if their own clocks are wrong. */
export async function readTime(client: Prisma.TransactionClient): Promise<Date> {
  const [row] = await client.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!row) throw new Error('The database does not tell the time');
  return row.now;
}
