import { limits } from '@relato/contract';
import type { Database } from '@relato/db';
import { toOrderBy } from './feed-queries.ts';

/** PostgreSQL writes a new version of a row, with another `xmin`, for every change. */
const statement = `SELECT concat_ws(';',
    (SELECT string_agg(s.id || ' ' || s.version, ',') FROM (
      SELECT s.id, s.xmin::text AS version FROM stories s WHERE s.published AND s.hidden_at IS NULL
      ORDER BY ${toOrderBy('featured')} LIMIT ${limits.feed.pageSize + 1}
    ) s),
    (SELECT string_agg(key || ' ' || xmin::text, ',' ORDER BY key) FROM settings),
    (SELECT sum(count) FROM removals)
  ) AS version`;

/**
 * Returns a text that changes with the first page of the feed and the settings: the versions of their rows, and the number
 * of removals, which also covers the origin of a follow-up. Usernames and the state of the transcriber are not included.
 */
export async function readFrontVersion({ sql }: Pick<Database, 'sql'>): Promise<string> {
  const [row] = await sql<{ readonly version: string }>({
    name: 'front-version',
    text: statement,
    values: [],
  });
  return row?.version ?? '';
}
