import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, type Client } from 'pg';
import { isDatabaseUnavailable } from '../database-errors.ts';
import { migrationLock, tryLock } from '../migration-lock.ts';
import {
  connectAlone,
  historyTable,
  listPending,
  migrationsDir,
  readMigrations,
  replaced,
  runMigration,
  type AppliedMigration,
} from '../migrations.ts';
import { closeOnAbort } from './close-on-abort.ts';
import { toOwnerError } from './owner-error.ts';
import { RestoreError } from './restore-error.ts';
import { removeRestoreMark, setRestoreMark, takeRestoreMark } from './restore-mark.ts';
import { toRowsFile } from './row-snapshot.ts';
import { alignSequences, dropEverything, withBareTables } from './schema-parts.ts';
import {
  copyIn,
  digestTable,
  jobsTable,
  listTables,
  makeComparable,
  quoteColumns,
  quoteTable,
  type BackedUpTable,
} from './table-copies.ts';

/** PostgreSQL lists a closed connection for a moment longer. */
const endingMs = 2_000;
const lookMs = 50;

export interface BackedUpRows {
  /** The folder with one file for each table. */
  readonly folder: string;
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly BackedUpTable[];
}

interface RestoreOptions {
  /** Whether existing rows may be replaced. Otherwise the database must be empty. */
  readonly replaces: boolean;
  /** If true, the restored sessions are deleted, which signs all users out. */
  readonly endsSessions: boolean;
  /** The name of the backup. The next start reports it if this process is killed. */
  readonly source: string;
  /** `share` is the finished part of the tables. */
  readonly onTable: (table: BackedUpTable, share: number) => void;
  /** Runs before the rows are replaced, while no server can start. */
  readonly prepare: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly migrations?: string;
}

export interface RestoredRows {
  /** The migrations newer than the backup that were applied to its rows. */
  readonly migrated: readonly string[];
  /** The number of jobs of queues that this version does not have. */
  readonly droppedJobs: number;
}

/**
 * Replaces the contents of the database at `ownerUrl` in one transaction, which leaves them untouched until it commits. The
 * schema of the job queue must exist. Throws RestoreError, MigrationError for a backup of a newer schema, DatabaseRoleError
 * for a role that is not the owner, DatabaseUnreachableError without a connection, or the reason of `signal`.
 */
export async function restoreRows(
  ownerUrl: string,
  backup: BackedUpRows,
  options: RestoreOptions,
): Promise<RestoredRows> {
  const known = await readMigrations(options.migrations ?? migrationsDir);
  const pending = new Set(listPending(backup.migrations, known, 'The backup'));
  const { signal } = options;
  signal.throwIfAborted();
  const client = await connectAlone(ownerUrl);
  const close = await closeOnAbort(client, signal);
  try {
    // The session holds the lock, so that a starting server waits for the end.
    if (!(await tryLock(client, migrationLock)))
      throw new RestoreError('Another process migrates or restores this database. Try again later.');
    await requireUnused(client);
    await requireReplaceable(client, options.replaces, [replaced.first, known[0]?.name ?? '']);
    await setRestoreMark(client, options.source);
    await options.prepare();
    await client.query('BEGIN');
    await makeComparable(client);
    await dropEverything(client);
    await client.query(historyTable);
    for (const migration of known) if (!pending.has(migration)) await runMigration(client, migration);
    const droppedJobs = await copyTables(client, backup, options);
    for (const migration of pending) await runMigration(client, migration);
    if (options.endsSessions) await client.query('DELETE FROM sessions');
    await removeRestoreMark(client);
    await requireUnused(client);
    await client.query('COMMIT');
    // The statistics of the planner belong to the dropped tables, and PostgreSQL would renew them only later.
    await client.query('ANALYZE').catch(() => {});
    return { migrated: [...pending].map(({ name }) => name), droppedJobs };
  } catch (error) {
    // A lost connection has already rolled back, and leaves the mark.
    await client.query('ROLLBACK').catch(() => {});
    await removeRestoreMark(client).catch(() => {});
    if (signal.aborted) await takeRestoreMark(ownerUrl);
    signal.throwIfAborted();
    throw toRestoreError(toOwnerError(error));
  } finally {
    await close();
  }
}

/** Returns an error with one line about the refusal, such as a row that a newer migration forbids. */
const toRestoreError = (error: unknown): unknown =>
  error instanceof DatabaseError && !isDatabaseUnavailable(error)
    ? new RestoreError(`The database refuses the backup, and is as it was: ${error.message}.`, {
        cause: error,
      })
    : error;

/**
 * Refuses while a server runs, because it would continue with rows that it has read before. A starting server waits for the
 * lock of migrations. PostgreSQL itself reads the database into its cache for a while after its start.
 */
async function requireUnused(client: Client): Promise<void> {
  const deadlineMs = performance.now() + endingMs;
  for (;;) {
    // Without this, a transaction would keep the connections of its first query.
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ user: string; connections: number }>(
      `SELECT usename AS user, count(*)::int AS connections FROM pg_stat_activity a
        WHERE datname = current_database() AND usename IS NOT NULL AND pid <> pg_backend_pid()
          AND backend_type IS DISTINCT FROM 'autoprewarm worker'
          AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory' AND NOT l.granted)
        GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    );
    const [other] = rows;
    if (!other) return;
    if (performance.now() > deadlineMs)
      throw new RestoreError(
        `The database is in use: ${other.user} has ${other.connections} open connection(s). Stop every server of Relato and all other programs that use it, then try again.`,
      );
    await delay(lookMs);
  }
}

/** Throws RestoreError if there are tables, but none of these migrations, with one of which every database of Relato begins. */
async function requireReplaceable(
  client: Client,
  replaces: boolean,
  firstMigrations: readonly string[],
): Promise<void> {
  const tables = await listTables(client);
  const ours = tables.filter(({ name }) => name !== jobsTable);
  const { rows: history } = await client.query<{ known: boolean }>(
    "SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS known",
  );
  if (ours.length > 0) {
    const isOurs =
      history[0]?.known &&
      (await client.query('SELECT FROM _prisma_migrations WHERE migration_name = ANY($1)', [firstMigrations]))
        .rows.length > 0;
    if (!isOurs)
      throw new RestoreError(
        'The database has tables that are not of Relato. Give Relato a database of its own, in DATABASE_URL.',
      );
  }
  if (replaces) return;
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT FROM ${quoteTable(client, name)} LIMIT 1`);
    if (rows.length > 0)
      throw new RestoreError(
        `The database is not empty: there are rows in ${name}. Add --replace to replace everything in it.`,
      );
  }
}

/** Migrations add columns at the end, and a baseline has the same ones in another order. */
const toSet = (columns: readonly string[]): string => columns.toSorted().join();

/** Copies the rows of all tables and compares them with the backup. Returns the number of dropped jobs. */
async function copyTables(
  client: Client,
  { folder, tables }: BackedUpRows,
  options: RestoreOptions,
): Promise<number> {
  const found = new Map((await listTables(client)).map(({ name, columns }) => [name, toSet(columns)]));
  for (const { name, columns } of tables)
    if (name !== jobsTable && found.get(name) !== toSet(columns))
      throw new RestoreError(`The table ${name} of the backup is not the one that its migrations make.`);
  const missing = [...found.keys()].filter((name) => !tables.some((table) => table.name === name));
  if (missing.length > 0) throw new RestoreError(`The backup lacks the rows of ${missing.join(', ')}.`);
  let droppedJobs = 0;
  await withBareTables(client, async () => {
    for (const [n, table] of tables.entries()) {
      const path = join(folder, toRowsFile(table.name));
      if (table.name === jobsTable) droppedJobs = await copyJobs(client, table, path);
      else await replaceRows(client, table, path);
      options.onTable(table, (n + 1) / tables.length);
    }
  });
  await alignSequences(client);
  return droppedJobs;
}

async function replaceRows(client: Client, table: BackedUpTable, path: string): Promise<void> {
  const name = quoteTable(client, table.name);
  // A migration may have written rows.
  await client.query(`DELETE FROM ${name}`);
  await copyIn(client, name, quoteColumns(client, table.columns), path);
  await requireEqual(client, table);
}

async function requireEqual(client: Client, table: BackedUpTable): Promise<void> {
  const { rows, digest } = await digestTable(client, table);
  if (rows !== table.rows || digest !== table.digest)
    throw new RestoreError(
      `The rows of ${table.name} differ from those that were backed up (${rows} of ${table.rows} rows).`,
    );
}

/** The table of jobs belongs to this version of the queue, so it may have other columns and fewer queues. */
async function copyJobs(client: Client, table: BackedUpTable, path: string): Promise<number> {
  const columns = quoteColumns(client, table.columns);
  const present = (await listTables(client)).find(({ name }) => name === jobsTable)?.columns ?? [];
  const kept = quoteColumns(
    client,
    present.filter((column) => table.columns.includes(column)),
  );
  await client.query(
    `CREATE TEMPORARY TABLE restored_jobs (LIKE ${jobsTable} INCLUDING DEFAULTS) ON COMMIT DROP`,
  );
  for (const column of table.columns.filter((column) => !present.includes(column)))
    await client.query(`ALTER TABLE restored_jobs ADD COLUMN ${client.escapeIdentifier(column)} text`);
  await copyIn(client, 'restored_jobs', columns, path);
  await client.query(`DELETE FROM ${jobsTable}`);
  const { rowCount } = await client.query(
    `INSERT INTO ${jobsTable} (${kept}) SELECT ${kept} FROM restored_jobs
      WHERE name IN (SELECT name FROM pgboss.queue)
        AND (dead_letter IS NULL OR dead_letter IN (SELECT name FROM pgboss.queue))`,
  );
  const dropped = table.rows - (rowCount ?? 0);
  if (dropped === 0 && present.join() === table.columns.join()) await requireEqual(client, table);
  return dropped;
}
