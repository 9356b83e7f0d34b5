import type { Client } from 'pg';
import { isOurs } from './table-copies.ts';

/** Runs the statements in the column `sql` of a query's result, in its order. */
async function runSelected(client: Client, query: string): Promise<void> {
  for (const statement of await selectStatements(client, query)) await client.query(statement);
}

async function selectStatements(client: Client, query: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ sql: string }>(query);
  return rows.map(({ sql }) => sql);
}

/** Drops all tables, routines and types of the app. Extensions stay, because only a superuser may have created them. */
export async function dropEverything(client: Client): Promise<void> {
  const drops = [
    `SELECT format('DROP TABLE IF EXISTS public.%I CASCADE', c.relname) AS sql FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND ${isOurs('c', 'pg_class', 'relnamespace')}`,
    `SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) AS sql FROM pg_proc p
      WHERE ${isOurs('p', 'pg_proc', 'pronamespace')}`,
    `SELECT format('DROP TYPE IF EXISTS public.%I CASCADE', t.typname) AS sql FROM pg_type t
      WHERE t.typtype IN ('e', 'd') AND ${isOurs('t', 'pg_type', 'typnamespace')}`,
  ];
  for (const query of drops) await runSelected(client, query);
}

const foreignKeys = `pg_constraint f WHERE f.contype = 'f' AND f.conparentid = 0
  AND f.connamespace = 'public'::regnamespace ORDER BY f.conrelid::regclass::text, f.conname`;
/** Excludes the indexes of primary keys and other constraints. */
const indexes = `pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE NOT c.relispartition AND ${isOurs('c', 'pg_class', 'relnamespace')}
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
  ORDER BY c.relname`;
const triggers = `pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND c.relnamespace = 'public'::regnamespace
  ORDER BY t.tgname, c.relname`;

/**
 * Runs `work` without the triggers of the app, which would repeat writes that the copy already contains, and without foreign
 * keys and indexes, which are faster to check and build afterwards. An owner may do that, while only a superuser may disable
 * every trigger.
 */
export async function withBareTables(client: Client, work: () => Promise<void>): Promise<void> {
  const restore = [
    ...(await selectStatements(client, `SELECT pg_get_indexdef(i.indexrelid) AS sql FROM ${indexes}`)),
    // The definition of an index does not contain these.
    ...(await selectStatements(
      client,
      `SELECT format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', a.attrelid::regclass, a.attnum, a.attstattarget) AS sql
        FROM pg_attribute a WHERE a.attstattarget >= 0 AND a.attrelid IN (SELECT i.indexrelid FROM ${indexes})`,
    )),
    ...(await selectStatements(
      client,
      `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid)) AS sql
        FROM ${foreignKeys}`,
    )),
    ...(await selectStatements(
      client,
      `SELECT format('ALTER TABLE %s %s TRIGGER %I', t.tgrelid::regclass, CASE t.tgenabled
          WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' WHEN 'D' THEN 'DISABLE' ELSE 'ENABLE' END, t.tgname) AS sql
        FROM ${triggers}`,
    )),
  ];
  await runSelected(
    client,
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', f.conrelid::regclass, f.conname) AS sql FROM ${foreignKeys}`,
  );
  await runSelected(client, `SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS sql FROM ${indexes}`);
  await runSelected(
    client,
    `SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname) AS sql FROM ${triggers}`,
  );
  await work();
  for (const statement of restore) await client.query(statement);
}

/** Sets the sequence of each identity column to its highest value. */
export async function alignSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; source: string }>(
    `SELECT pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence,
        format('SELECT max(%I) FROM %s', a.attname, c.oid::regclass) AS source
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${isOurs('c', 'pg_class', 'relnamespace')}
        AND pg_get_serial_sequence(c.oid::regclass::text, a.attname) IS NOT NULL`,
  );
  for (const { sequence, source } of rows)
    await client.query(
      `SELECT setval($1::regclass, highest) FROM (${source}) AS s (highest) WHERE highest IS NOT NULL`,
      [sequence],
    );
}
