import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lastBackupKey } from '@relato/contract';

interface Queried {
  readonly query: (text: string) => Promise<unknown[]>;
}

/** Conditions for the rows that a restore brings back, for tables that it restores in part. */
const restored: Readonly<Record<string, string>> = {
  'pgboss.job': "WHERE state < 'completed'",
  settings: `WHERE key <> '${lastBackupKey}'`,
};

const toColumn = (name: string): string =>
  `(SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text COLLATE "C")), '')
    FROM ${name} t ${restored[name] ?? ''}) AS "${name}"`;

/**
 * Returns the number and a hash of the rows of each table, with computed columns, and without ended jobs and the row of the
 * last backup. PostgreSQL computes the hashes.
 */
export async function hashTables({ query }: Queried): Promise<unknown> {
  const tables = (await query(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
      AND relkind = 'r' AND relname <> '_prisma_migrations' UNION ALL SELECT 'pgboss.job' ORDER BY 1`,
  )) as { name: string }[];
  const [row] = (await query(`SELECT ${tables.map(({ name }) => toColumn(name)).join()}`)) as object[];
  return row;
}

/** Returns the whole definition of the tables: columns, constraints, indexes, triggers and whether these are enabled. */
export const describeSchema = ({ query }: Queried): Promise<unknown[]> =>
  query(`SELECT c.relname, c.relkind, a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attgenerated,
      coalesce(a.attstattarget, -1) AS statistics, pg_get_expr(d.adbin, d.adrelid) AS "default", pg_get_indexdef(c.oid) AS index,
      (SELECT json_agg(k.conname || pg_get_constraintdef(k.oid) ORDER BY k.conname) FROM pg_constraint k WHERE k.conrelid = c.oid) AS constraints,
      (SELECT json_agg(t.tgenabled::text || pg_get_triggerdef(t.oid) ORDER BY t.tgname) FROM pg_trigger t
        WHERE t.tgrelid = c.oid AND NOT t.tgisinternal) AS triggers
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i') ORDER BY c.relname, a.attnum`);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the hash of each file of a store, by its path. */
export async function hashFiles(directory: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const hashes = await Promise.all(
    files.map(async (path) => [path.slice(directory.length), sha256(await readFile(path))]),
  );
  return Object.fromEntries(hashes);
}
