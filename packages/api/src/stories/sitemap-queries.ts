import { dayMs, toUtcDay } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

type Database = Pick<Services, 'database'>;

/** The address of a public page, and the time of its last change if that is known. */
export interface SitemapEntry {
  /** The id of a story, or a username. */
  readonly name: string;
  readonly changedAt: Date | null;
}

interface SitemapSource {
  readonly table: string;
  readonly columns: string;
  /** SQL for whether a visitor may see a row. */
  readonly isPublic: string;
}

const sources = {
  stories: {
    table: 'stories x',
    columns: 'x.id, x.id::text AS name, x.updated_at AS changed_at',
    isPublic: 'x.published AND x.hidden_at IS NULL',
  },
  profiles: {
    table: 'profiles x JOIN users u ON u.id = x.id',
    columns: 'x.id, x.username::text AS name, NULL::timestamptz AS changed_at',
    isPublic: 'x.posts_count > 0 AND x.username IS NOT NULL AND u.suspended_at IS NULL',
  },
} as const satisfies Readonly<Record<string, SitemapSource>>;

export type SitemapKind = keyof typeof sources;
export const sitemapKinds = Object.keys(sources) as readonly SitemapKind[]; // the keys of a literal

/** The first id of a millisecond: ids begin with the time at which they were made (UUIDv7). */
function toFirstId(timeMs: number): string {
  const digits = timeMs.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

const toTimeMs = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** Lists the days, as `YYYY-MM-DD`, with rows that are public now. Probes the primary key once for each day. */
export async function listSitemapDays({ database }: Database, kind: SitemapKind): Promise<readonly string[]> {
  const { table, isPublic } = sources[kind];
  const days: string[] = [];
  const tomorrow = toFirstId(Date.now() + dayMs);
  for (let from = toFirstId(0); ;) {
    const [row] = await database.sql<{ readonly id: string }>({
      name: `sitemap-${kind}-day`,
      text: `SELECT x.id FROM ${table} WHERE x.id >= $1::uuid AND x.id < $2::uuid AND ${isPublic}
        ORDER BY x.id LIMIT 1`,
      values: [from, tomorrow],
    });
    if (!row) return days;
    const day = Math.floor(toTimeMs(row.id) / dayMs);
    days.push(toUtcDay(new Date(day * dayMs)));
    from = toFirstId((day + 1) * dayMs);
  }
}

const pageSize = 1_000;
/** The protocol of sitemaps allows no more in one file. */
const maxEntries = 50_000;

/** Reads the public entries that were created on a day (UTC), in pages. */
export async function* readSitemapDay(
  { database }: Database,
  kind: SitemapKind,
  day: string,
): AsyncGenerator<readonly SitemapEntry[]> {
  const { table, columns, isPublic } = sources[kind];
  const startMs = Date.parse(`${day}T00:00:00Z`);
  const end = toFirstId(startMs + dayMs);
  let from = toFirstId(startMs);
  for (let count = 0; count < maxEntries; count += pageSize) {
    const rows = await database.sql<{
      readonly id: string;
      readonly name: string;
      readonly changed_at: Date | null;
    }>({
      name: `sitemap-${kind}`,
      text: `SELECT ${columns} FROM ${table} WHERE x.id > $1::uuid AND x.id < $2::uuid AND ${isPublic}
        ORDER BY x.id LIMIT ${pageSize}`,
      values: [from, end],
    });
    if (rows.length > 0) yield rows.map((row) => ({ name: row.name, changedAt: row.changed_at }));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    from = last.id;
  }
}
