import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { codeOf, messageOf } from '@relato/contract/errors';
import { OperatorError } from '@relato/contract/operator-error';
import { Client, DatabaseError } from 'pg';
import { DatabaseUnreachableError } from './database-errors.ts';
import { lockMigrations, type Waiting } from './migration-lock.ts';

/** A migration cannot be applied. `message` names it and the remedy. */
export class MigrationError extends OperatorError {
  override readonly name = 'MigrationError';
}

export interface AppliedMigration {
  readonly name: string;
  /** The SHA-256 of its file, in hexadecimal. */
  readonly checksum: string;
}

interface Migration extends AppliedMigration {
  readonly sql: string;
}

export const migrationsDir = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/**
 * The first and the last of the migrations that the baseline, the first one of `migrationsDir`, replaced. What has the last one
 * has the schema of the baseline.
 */
export const replaced = {
  first: '20261121000000_init',
  last: '20261201150000_waiting_replies',
} as const;

/** The table of `prisma migrate deploy`, so that either tool can continue the work of the other from the baseline on. */
export const historyTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

export interface MigrateOptions extends Waiting {
  readonly directory?: string;
}

/**
 * Applies the pending migrations of `directory` to the database at `url`, each in its own transaction, which restarts while
 * others hold its tables. Returns the names of the migrations applied now. Throws MigrationError for a migration that fails
 * (and is rolled back), that changed after it was applied, or that this version does not know; DatabaseUnreachableError
 * without a connection; the reason of `signal`.
 */
export async function applyMigrations(
  url: string,
  { directory = migrationsDir, ...waiting }: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(directory);
  return withConnection(url, async (client) => {
    await lockMigrations(client, waiting);
    await client.query(historyTable);
    const applied = await readHistory(client);
    const pending = listPending(applied, migrations, 'The database');
    for (const migration of migrations) {
      if (pending.includes(migration)) await applyOne(client, migration, waiting);
      // Only the baseline can count as applied without a row. The rows of those that it replaced stay, because a server of the
      // previous version that may not migrate looks for them when it starts again.
      else if (!applied.some(({ name }) => name === migration.name)) await recordMigration(client, migration);
    }
    return pending.map(({ name }) => name);
  });
}

/**
 * Throws MigrationError if the database lacks a migration of `directory`, for a role that may not apply it. The database may
 * be newer, as during a deployment. Throws DatabaseUnreachableError without a connection.
 */
export async function requireMigrated(url: string, directory = migrationsDir): Promise<void> {
  const migrations = await readMigrations(directory);
  const remedy =
    "Run the server, or apps/server/src/migrate.ts, with MIGRATE_DATABASE_URL set to the owner's address.";
  const history = await withConnection(url, readHistoryIfAny).catch((cause: unknown) => {
    if (!(cause instanceof DatabaseError) || cause.code !== insufficientPrivilege) throw cause;
    throw new MigrationError(`The role of DATABASE_URL may not read the tables of Relato. ${remedy}`, {
      cause,
    });
  });
  const applied = startAtBaseline(history, migrations, 'The database');
  const missing = migrations.find(({ name }) => !applied.some((each) => each.name === name));
  if (missing) {
    throw new MigrationError(
      `The database lacks migration ${missing.name}, which the role of DATABASE_URL may not apply. ${remedy}`,
    );
  }
}

const insufficientPrivilege = '42501';

/** A database that recovers on a busy machine accepts connections slowly, and no request waits for this one. */
const patienceMs = 30_000;

/** Connects for work that is longer than that of a request. Throws DatabaseUnreachableError. */
export async function connectAlone(url: string): Promise<Client> {
  try {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      keepAlive: true,
    });
    // A broken connection fails its running statement. An unhandled error event would also end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (cause) {
    throw new DatabaseUnreachableError(url, cause);
  }
}

/** Runs `work` on such a connection, and closes the connection. Throws DatabaseUnreachableError. */
export async function withConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectAlone(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the applied migrations in order. */
async function readHistory(client: Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration & { finishedAt: Date | null }>(
    `SELECT migration_name AS name, checksum, finished_at AS "finishedAt" FROM _prisma_migrations
      WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const unfinished = rows.find(({ finishedAt }) => finishedAt === null);
  if (unfinished) {
    throw new MigrationError(
      `Migration ${unfinished.name} was left unfinished by another tool. Repair the database, then mark it with 'prisma migrate resolve'.`,
    );
  }
  return rows.map(({ name, checksum }) => ({ name, checksum }));
}

/** Returns an empty list for a database without migrations. */
async function readHistoryIfAny(client: Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query(
    "SELECT FROM pg_class WHERE oid = to_regclass('public._prisma_migrations')",
  );
  return rows.length > 0 ? readHistory(client) : [];
}

/** Returns the migrations of a database whose schema is exactly that of this version. Throws MigrationError otherwise. */
export async function readAppliedMigrations(
  client: Client,
  directory = migrationsDir,
): Promise<readonly AppliedMigration[]> {
  const applied = await readHistoryIfAny(client);
  const pending = listPending(applied, await readMigrations(directory), 'The database');
  if (pending.length === 0) return applied;
  throw new MigrationError(
    applied.length === 0
      ? 'The database has no tables of Relato yet. Start Relato first (npm start).'
      : `The database lacks migration ${pending[0]?.name}: it is older than this version of Relato. Use the version that made it, or start this one first.`,
  );
}

type Owner = 'The database' | 'The backup';

/**
 * Returns a history in which the baseline stands for the migrations that it replaced, which are those with a lower name. Throws
 * MigrationError if it lacks the last of them.
 */
function startAtBaseline(
  history: readonly AppliedMigration[],
  [baseline]: readonly Migration[],
  owner: Owner,
): readonly AppliedMigration[] {
  const since = history.filter(({ name }) => !baseline || name >= baseline.name);
  if (!baseline || since.length === history.length) return history;
  if (!history.some(({ name }) => name === replaced.last)) {
    throw new MigrationError(
      `${owner} lacks migration ${replaced.last}, from which this version of Relato continues: it is too old. First ${owner === 'The database' ? 'start' : 'restore it into an empty database with'} a version that has this migration.`,
    );
  }
  return [baseline, ...since];
}

/**
 * Returns the migrations of `known` that were not applied. Throws MigrationError for an applied one that is unknown or
 * differs, and for a history that ends before the baseline.
 */
export function listPending(
  history: readonly AppliedMigration[],
  known: readonly Migration[],
  owner: Owner,
): readonly Migration[] {
  const applied = startAtBaseline(history, known, owner);
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    const expected = checksums.get(name);
    if (expected === undefined) {
      throw new MigrationError(
        `${owner} has migration ${name}, which this version of Relato does not know: it is newer. Start the version that made it.`,
      );
    }
    if (expected !== checksum) {
      throw new MigrationError(
        owner === 'The database'
          ? `Migration ${name} was changed after it was applied to this database. Restore it, and put the change into a new migration.`
          : `The backup was made with another version of migration ${name}. Restore it with the version of Relato that made it.`,
      );
    }
  }
  const names = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !names.has(name));
}

/**
 * A statement that waits for a table blocks all statements behind it. It therefore gives up soon, and the migration
 * restarts, because a backup may hold its locks for many minutes.
 */
const lockTimeoutMs = 700;
const betweenTriesMs = 300;
const maxTries = 600;
const lockNotAvailable = '55P03';

async function applyOne(
  client: Client,
  migration: Migration,
  { signal, onProgress }: Waiting,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOne(client, migration);
    } catch (cause) {
      // A lost connection has already rolled back.
      await client.query('ROLLBACK').catch(() => {});
      if (codeOf(cause) !== lockNotAvailable || tries === maxTries) {
        throw new MigrationError(
          `Migration ${migration.name} failed and was rolled back: ${messageOf(cause)}`,
          { cause },
        );
      }
      if (tries === 1) onProgress?.('waiting for a table that another program holds, such as a backup');
      await delay(betweenTriesMs, undefined, { signal });
    }
  }
}

async function tryOne(client: Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  await runMigration(client, migration);
  await client.query('COMMIT');
}

/** Runs a migration and records it as applied, in the present transaction. */
export async function runMigration(client: Client, migration: Migration): Promise<void> {
  await client.query(migration.sql);
  await recordMigration(client, migration);
}

async function recordMigration(client: Client, { name, checksum }: AppliedMigration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ($1, $2, now(), $3, 1)`,
    [randomUUID(), checksum, name],
  );
}
