import { retention } from '@relato/contract';
import type { Database } from '@relato/db';

const keptMs = retention.liveMessage.minutes * 60_000;

interface Row {
  /** The oldest transaction that may still commit. */
  readonly open: number;
  /** Identifies the server process. Changes with a crash, which empties the table. */
  readonly server: string;
  readonly messages: readonly (readonly [xid: number, message: string])[];
}

/**
 * Returns a function that reads the messages that were committed since the previous call, each once, and none at the first
 * call. Resolves with null if some may have been lost: after a restart of the database, or if the previous call was half the
 * life of a message ago.
 */
export function createMessageReader({ sql }: Pick<Database, 'sql'>): () => Promise<readonly string[] | null> {
  let known: { readonly open: number; readonly server: string; readonly atMs: number } | null = null;
  let seen: ReadonlySet<string> = new Set();

  return async () => {
    const askedAtMs = performance.now();
    // One snapshot for both, so that every message that is not visible belongs to a transaction from `open` on.
    const [row] = await sql<Row>({
      name: 'live-messages',
      text: `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::float8 AS open,
          pg_postmaster_start_time()::text AS server,
          coalesce((SELECT json_agg(json_build_array(xid, message) ORDER BY xid, message) FROM live_messages WHERE xid >= $1::bigint),
            '[]'::json) AS messages`,
      values: [known?.open ?? null],
    });
    if (!row) throw new Error('The database does not tell its messages');
    const isSame = known === null || (known.server === row.server && askedAtMs - known.atMs < keptMs / 2);
    const keyed = row.messages.map(([xid, message]) => ({ xid, message, key: `${xid} ${message}` }));
    const fresh = keyed.filter(({ key }) => !seen.has(key)).map(({ message }) => message);
    // The messages that the next call reads again.
    seen = new Set(keyed.filter(({ xid }) => xid >= row.open).map(({ key }) => key));
    known = { open: row.open, server: row.server, atMs: askedAtMs };
    return isSame ? fresh : null;
  };
}
