import type { Database, Statement } from '@relato/db';

/** Returns the plan of a statement as text. `options` are those of EXPLAIN. */
export async function explain(
  { sql }: Pick<Database, 'sql'>,
  { text, values, pool }: Pick<Statement, 'text' | 'values' | 'pool'>,
  options = 'COSTS ON',
): Promise<string> {
  const rows = await sql<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (${options}) ${text}`,
    values,
    ...(pool && { pool }),
  });
  return rows.map((line) => line['QUERY PLAN']).join('\n');
}
