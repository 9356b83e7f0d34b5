import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  applyMigrations,
  connectAlone,
  readAppliedMigrations,
  replaced,
  withConnection,
} from '../migrations.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../testing/database.ts';
import { useEmbeddedFolder } from '../testing/embedded-folder.ts';
import { restoreRows, type BackedUpRows } from './restore-rows.ts';
import { copyOut, listTables, makeComparable, type BackedUpTable } from './table-copies.ts';

let folder: string;
let migrations: string;
let source: EmptyDatabase;
let target: EmptyDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-restore-'));
  migrations = join(folder, 'migrations');
  [source, target] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
});
afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
  await rm(folder, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(migrations, name), { recursive: true });
  await writeFile(join(migrations, name, 'migration.sql'), sql);
}

async function backUp(): Promise<BackedUpRows> {
  const client = await connectAlone(source.url);
  const tables: BackedUpTable[] = [];
  await client.query('BEGIN');
  await makeComparable(client);
  for (const table of await listTables(client))
    tables.push((await copyOut(client, table, join(folder, `${table.name}.copy`))).table);
  const backup = { folder, tables, migrations: await readAppliedMigrations(client, migrations) };
  await client.end();
  return backup;
}

const restore = (
  backup: BackedUpRows,
  options: Partial<Parameters<typeof restoreRows>[2]> = {},
  url = target.url,
) =>
  restoreRows(url, backup, {
    replaces: false,
    endsSessions: false,
    migrations,
    source: folder,
    onTable: () => {},
    prepare: async () => {},
    signal: new AbortController().signal,
    ...options,
  });

const waiting =
  "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

it('an older schema is recreated, filled, and then migrated', async () => {
  await addMigration(
    '1_first',
    `CREATE TYPE mood AS ENUM ('calm');
     CREATE TABLE people (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, mood mood, parent bigint REFERENCES people);
     CREATE TABLE notes (id serial PRIMARY KEY, person bigint NOT NULL REFERENCES people, said text,
       loud text GENERATED ALWAYS AS (upper(said)) STORED);
     INSERT INTO people (mood) VALUES ('calm');`,
  );
  await applyMigrations(source.url, { directory: migrations });
  await source.query(
    "INSERT INTO people (mood, parent) VALUES ('calm', 1), (NULL, 2); INSERT INTO notes (person, said) VALUES (3, E'a\\tb\\\\\\nc')",
  );
  const backup = await backUp();
  await addMigration(
    '2_second',
    `ALTER TYPE mood ADD VALUE 'wild'; ALTER TABLE notes ADD COLUMN mood mood NOT NULL DEFAULT 'wild'; UPDATE people SET mood = 'wild' WHERE mood IS NULL;`,
  );
  expect(await restore(backup)).toEqual({ migrated: ['2_second'], droppedJobs: 0 });
  expect(await target.query('SELECT id::int, mood, parent::int FROM people ORDER BY id')).toEqual([
    { id: 1, mood: 'calm', parent: null },
    { id: 2, mood: 'calm', parent: 1 },
    { id: 3, mood: 'wild', parent: 2 },
  ]);
  expect(await target.query('SELECT * FROM notes')).toEqual([
    { id: 1, person: '3', said: 'a\tb\\\nc', loud: 'A\tB\\\nC', mood: 'wild' },
  ]);
  // Identity columns continue, and the history of migrations is that of a normal start.
  expect(await target.query("INSERT INTO people (mood) VALUES ('calm') RETURNING id::int")).toEqual([
    { id: 4 },
  ]);
  expect(await target.query("INSERT INTO notes (person, said) VALUES (1, '') RETURNING id")).toEqual([
    { id: 2 },
  ]);
  expect(await applyMigrations(target.url, { directory: migrations })).toEqual([]);
});

it('a stop does not wait for a long statement, and leaves the database as it was', async () => {
  await addMigration('1_first', 'CREATE TABLE notes (id int PRIMARY KEY)');
  for (const { url } of [source, target]) await applyMigrations(url, { directory: migrations });
  await target.query('INSERT INTO notes VALUES (7)');
  const backup = await backUp();
  await addMigration('2_long', 'SELECT pg_sleep(600)');
  const stopping = new AbortController();
  const restored = restore(backup, { replaces: true, signal: stopping.signal });
  const sleeping =
    "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
  await expect.poll(() => target.query(sleeping)).toHaveLength(1);
  stopping.abort(new Error('stopped'));
  await expect(restored).rejects.toThrow('stopped');
  await expect.poll(() => target.query(sleeping), { timeout: 10_000 }).toHaveLength(0);
  expect(await target.query('SELECT id FROM notes')).toEqual([{ id: 7 }]);
  expect(await target.query("SELECT FROM pg_namespace WHERE nspname = 'relato_restore'")).toEqual([]);
});

it('a backup from before the baseline is filled into its tables, also in a database from before it', async () => {
  await addMigration(replaced.first, 'CREATE TABLE notes (id int PRIMARY KEY, said text)');
  await addMigration(replaced.last, 'ALTER TABLE notes ADD COLUMN at date');
  for (const { url } of [source, target]) await applyMigrations(url, { directory: migrations });
  await source.query("INSERT INTO notes VALUES (1, 'before', '2026-12-01')");
  const backup = await backUp();
  await rm(migrations, { recursive: true });
  await addMigration('3_baseline', 'CREATE TABLE notes (id int PRIMARY KEY, at date, said text)');
  await addMigration('4_later', 'ALTER TABLE notes ADD COLUMN more int DEFAULT 4');
  const cut = { ...backup, migrations: backup.migrations.slice(0, 1) };
  await expect(restore(cut)).rejects.toThrow(
    /^The backup lacks migration 20261201150000_waiting_replies, .* restore it into an empty database with a version that has this migration\.$/,
  );
  expect(await restore(backup)).toEqual({ migrated: ['4_later'], droppedJobs: 0 });
  expect(await target.query('SELECT id, at::text, said, more FROM notes')).toEqual([
    { id: 1, at: '2026-12-01', said: 'before', more: 4 },
  ]);
  expect(await applyMigrations(target.url, { directory: migrations })).toEqual([]);
});

it('a migration that fails on the restored rows leaves the database unchanged', async () => {
  await addMigration('1_first', 'CREATE TABLE notes (id int PRIMARY KEY)');
  await applyMigrations(source.url, { directory: migrations });
  await applyMigrations(target.url, { directory: migrations });
  await source.query('INSERT INTO notes VALUES (7)');
  await target.query('INSERT INTO notes VALUES (1)');
  const backup = await backUp();
  await addMigration('2_second', 'ALTER TABLE notes ADD CHECK (id < 7)');
  await expect(restore(backup, { replaces: true })).rejects.toThrow(
    /^The database refuses the backup, and is as it was: .* violated by some row\.$/,
  );
  expect(await target.query('SELECT id FROM notes')).toEqual([{ id: 1 }]);
  expect(await target.query("SELECT FROM pg_namespace WHERE nspname = 'relato_restore'")).toEqual([]);
});

it('another restore is refused meanwhile, and a starting server waits for the end', async () => {
  await addMigration('1_first', 'CREATE TABLE notes (id int PRIMARY KEY)');
  await applyMigrations(source.url, { directory: migrations });
  const backup = await backUp();
  const seen: string[] = [];
  let starting: Promise<unknown> | undefined;
  await restore(backup, {
    prepare: async () => {
      await expect(restore(backup)).rejects.toThrow(/Another process migrates or restores/);
      starting = applyMigrations(target.url, { directory: migrations }).then((applied) =>
        seen.push(`started ${applied.length}`),
      );
      await expect.poll(() => target.query(waiting)).toHaveLength(1);
    },
    onTable: () => void seen.push('restored'),
  });
  await starting;
  expect(seen).toEqual(['restored', 'started 0']);
});

it('the end waits for a closing connection, and not for one that stays', async () => {
  await addMigration('1_first', 'CREATE TABLE notes (id int PRIMARY KEY)');
  await applyMigrations(source.url, { directory: migrations });
  const backup = await backUp();
  const restoreBeside = async ({ closes }: { readonly closes: boolean }) => {
    let other: Client | undefined;
    try {
      return await restore(backup, {
        replaces: true,
        onTable: () => void (closes && setTimeout(() => void other?.end(), 100)),
        prepare: async () => void (other = await connectAlone(target.url)),
      });
    } finally {
      await other?.end();
    }
  };
  expect(await restoreBeside({ closes: true })).toMatchObject({ migrated: [] });
  await expect(restoreBeside({ closes: false })).rejects.toThrow(/is in use/);
});

const readers = `SELECT backend_type AS type, wait_event_type AS waits FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

describe('a database that PostgreSQL itself reads into its cache after a start', () => {
  const { start, stop } = useEmbeddedFolder();

  it('is not in use by that', async () => {
    const settings = { max_prepared_transactions: '1' };
    const first = await start(settings);
    await withConnection(first.url, async (client) => {
      // The lock makes the reader wait. Prepared, it outlives the server, and no session holds it.
      await client.query('CREATE SCHEMA apart; CREATE TABLE apart.words AS SELECT 1 AS id');
      await client.query("BEGIN; LOCK TABLE apart.words; PREPARE TRANSACTION 'held'");
    });
    await stop(first);
    const { url } = await start(settings);
    await withConnection(url, (client) =>
      expect
        .poll(async () => (await client.query(readers)).rows)
        .toEqual([{ type: 'autoprewarm worker', waits: 'Lock' }]),
    );
    await mkdir(migrations);
    const restored = restore(
      { folder, tables: [], migrations: [] },
      { prepare: () => Promise.reject(new Error('the database is free')) },
      url,
    );
    await expect(restored).rejects.toThrow('the database is free');
  });
});
