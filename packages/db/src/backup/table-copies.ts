import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createRowDigest } from './row-digest.ts';

/** A table in a backup. */
export interface BackedUpTable {
  /** The name with its schema, as in `public.stories`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** The digest of `createRowDigest`. */
  readonly digest: string;
}

export const jobsTable = 'pgboss.job';
/** Nothing needs ended jobs. A failed one remains in its queue of dead letters. */
const unendedJobs = "state < 'completed'";

/**
 * Makes values the same text in every database, and gives long statements enough time. Applies to the present transaction
 * only, because a pooler may share the connection.
 */
export async function makeComparable(client: Client): Promise<void> {
  await client.query(`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL client_encoding = 'UTF8';
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`);
}

/** Selects the objects in the schema of the app that belong to no extension. `catalog` is that of the object. */
export const isOurs = (alias: string, catalog: 'pg_class' | 'pg_proc' | 'pg_type', schema: string): string =>
  `${alias}.${schema} = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d
    WHERE d.classid = '${catalog}'::regclass AND d.objid = ${alias}.oid AND d.deptype = 'e')`;

/** Lists the tables of a backup, each with the columns that are not computed from others. */
export async function listTables(
  client: Client,
): Promise<readonly Pick<BackedUpTable, 'name' | 'columns'>[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT n.nspname || '.' || c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND ((${isOurs('c', 'pg_class', 'relnamespace')} AND c.relname <> '_prisma_migrations')
          OR c.oid = to_regclass('${jobsTable}'))
      GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}

export const quoteTable = (client: Client, name: string): string =>
  name
    .split('.')
    .map((part) => client.escapeIdentifier(part))
    .join('.');

export const quoteColumns = (client: Client, columns: readonly string[]): string =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');

const openCopy = (client: Client, { name, columns }: Pick<BackedUpTable, 'name' | 'columns'>) =>
  client.query(
    copyTo(
      `COPY (SELECT ${quoteColumns(client, columns)} FROM ${quoteTable(client, name)}
        ${name === jobsTable ? `WHERE ${unendedJobs}` : ''}) TO STDOUT`,
    ),
  );

/** Writes the rows of a table to a new file, in the text format of COPY, and flushes it. */
export async function copyOut(
  client: Client,
  table: Pick<BackedUpTable, 'name' | 'columns'>,
  path: string,
): Promise<{ readonly table: BackedUpTable; readonly sha256: string }> {
  const digest = createRowDigest();
  const hash = createHash('sha256');
  await pipeline(
    openCopy(client, table),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.add(chunk);
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  );
  return { table: { ...table, ...digest.read() }, sha256: hash.digest('hex') };
}

/** Hashes the present rows of a table. */
export async function digestTable(
  client: Client,
  table: Pick<BackedUpTable, 'name' | 'columns'>,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const digest = createRowDigest();
  for await (const chunk of openCopy(client, table)) digest.add(chunk as Buffer);
  return digest.read();
}

/** Adds the rows of a file from `copyOut`. `name` and `columns` are SQL. */
export async function copyIn(client: Client, name: string, columns: string, path: string): Promise<void> {
  await pipeline(createReadStream(path), client.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`)));
}
