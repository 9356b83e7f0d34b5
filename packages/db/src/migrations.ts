import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { DatabaseUnreachableError } from './database-unreachable-error.ts';

/** A migration cannot be applied. `message` names it and says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export const migrationsDir = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** The advisory lock and the table of `prisma migrate deploy`, so that either tool can continue where the other stopped. */
export const migrationLock = 72_707_369;
const historyTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies the pending migrations of `directory` to the database at `url`, each in its own transaction. Returns the names
 * of the migrations applied now. Throws MigrationError for a migration that fails (it is rolled back), that was changed
 * after it was applied, or that this version does not know; DatabaseUnreachableError without a connection.
 */
export async function applyMigrations(url: string, directory = migrationsDir): Promise<readonly string[]> {
  const migrations = await readMigrations(directory);
  const client = await connect(url);
  try {
    // The lock is held by the session: several servers may start at once, and one of them migrates.
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query(historyTable);
    const applied = await readHistory(client);
    requireKnown(applied, migrations);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) await applyOne(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<Client> {
  try {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    // A broken connection fails the statement that runs on it; an unhandled error event would also end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (cause) {
    throw new DatabaseUnreachableError(url, cause);
  }
}

/** Returns the checksums of the applied migrations by name. */
async function readHistory(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished_at: Date | null }>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  const unfinished = rows.find(({ finished_at: finishedAt }) => finishedAt === null);
  if (unfinished) {
    throw new MigrationError(
      `Migration ${unfinished.migration_name} was left unfinished by another tool. Repair the database, then mark it with 'prisma migrate resolve'.`,
    );
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

function requireKnown(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    const expected = known.get(name);
    if (expected === undefined) {
      throw new MigrationError(
        `The database has migration ${name}, which this version of Relato does not know: it is newer. Start the version that made it.`,
      );
    }
    if (expected !== checksum) {
      throw new MigrationError(
        `Migration ${name} was changed after it was applied to this database. Restore it, and put the change into a new migration.`,
      );
    }
  }
}

async function applyOne(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    // A lost connection has rolled back already.
    await client.query('ROLLBACK').catch(() => {});
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`Migration ${name} failed and was rolled back: ${reason}`, { cause });
  }
}
