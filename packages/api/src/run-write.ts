import { DomainError, type ErrorCode } from '@relato/contract';
import type { Database, Statement } from '@relato/db';

/**
 * Calls a function of the database that checks, locks and writes in one round trip, and returns its row. The functions are
 * in the migrations. Throws the DomainError of the refusal that the function returns instead; it has written nothing then.
 */
export async function runWrite<Row extends object>(
  { sql }: Pick<Database, 'sql'>,
  statement: Omit<Statement, 'pool'>,
): Promise<Row> {
  const [row] = await sql<Row & { readonly refusal?: ErrorCode | null }>({ ...statement, pool: 'write' });
  if (!row) throw new Error(`The write ${statement.name} returned no row`);
  if (row.refusal) throw new DomainError(row.refusal);
  return row;
}
