import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrationLock } from './migration-lock.ts';
import {
  applyMigrations,
  historyTable,
  type MigrateOptions,
  MigrationError,
  migrationsDir,
  readMigrations,
  replaced,
  requireMigrated,
  runMigration,
  withConnection,
} from './migrations.ts';
import { withSchemaEngine } from './schema-engine.ts';
import { createEmptyDatabase, type EmptyDatabase } from './testing/database.ts';

let database: EmptyDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = await mkdtemp(join(tmpdir(), 'relato-migrations-'));
});
afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, 'migration.sql'), sql);
}
const apply = (options: Omit<MigrateOptions, 'directory'> = {}) =>
  applyMigrations(database.url, { ...options, directory });

const readHistory = () => database.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');

async function rejectionOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('The work should have been refused');
}

describe('applying migrations', () => {
  it('brings an empty database up to date, and then does nothing', async () => {
    expect(await applyMigrations(database.url)).toContain('20261201160000_baseline');
    expect(await applyMigrations(database.url)).toEqual([]);
  });

  it('is done by one of several concurrent servers', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(database.url)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  });

  it('says what it waits for, and ends when it is stopped', async () => {
    await withConnection(database.url, async (other) => {
      await other.query('SELECT pg_advisory_lock($1)', [migrationLock]);
      const stopping = new AbortController();
      const steps: string[] = [];
      const waiting = apply({
        signal: stopping.signal,
        onProgress: (step) => {
          steps.push(step);
          stopping.abort(new Error('stopped'));
        },
      });
      await expect(waiting).rejects.toThrow('stopped');
      expect(steps).toEqual([expect.stringMatching(/^waiting for another process/)]);
    });
    await addMigration('1_first', 'CREATE TABLE first (id int)');
    expect(await apply()).toEqual(['1_first']);
    await addMigration('2_second', 'ALTER TABLE first ADD COLUMN second int');
    await withConnection(database.url, async (other) => {
      await other.query('BEGIN; SELECT FROM first');
      const steps: string[] = [];
      const onProgress = (step: string) => {
        steps.push(step);
        void other.query('COMMIT');
      };
      expect(await apply({ onProgress })).toEqual(['2_second']);
      expect(steps).toEqual([expect.stringMatching(/^waiting for a table/)]);
    });
  });

  it('applies new migrations in the order of their names', async () => {
    await addMigration('1_first', 'CREATE TABLE first (id int)');
    expect(await apply()).toEqual(['1_first']);
    await addMigration('3_third', 'ALTER TABLE second ADD COLUMN third int');
    await addMigration('2_second', 'ALTER TABLE first RENAME TO second');
    expect(await apply()).toEqual(['2_second', '3_third']);
  });

  it('REL-21: rolls back and names a failing migration, keeps the earlier ones, and continues after its repair', async () => {
    await addMigration('1_good', 'CREATE TABLE good (id int)');
    await addMigration('2_bad', 'CREATE TABLE half (id int); SELECT 1 / 0;');
    const error = await rejectionOf(apply());
    expect(error).toBeInstanceOf(MigrationError);
    expect(error.message).toBe('Migration 2_bad failed and was rolled back: division by zero');
    expect(await database.query("SELECT to_regclass('good') AS good, to_regclass('half') AS half")).toEqual([
      { good: 'good', half: null },
    ]);
    await addMigration('2_bad', 'CREATE TABLE half (id int)');
    expect(await apply()).toEqual(['2_bad']);
  });

  it('rolls back a migration that it cannot record as applied', async () => {
    await addMigration(
      '1_full',
      'CREATE TABLE full_disk (id int); ALTER TABLE _prisma_migrations ADD CHECK (false);',
    );
    const error = await rejectionOf(apply());
    expect(error.message).toContain('Migration 1_full failed and was rolled back');
    expect(await database.query("SELECT to_regclass('full_disk') AS name")).toEqual([{ name: null }]);
  });

  it('refuses to continue if a migration was changed after it was applied', async () => {
    await addMigration('1_first', 'CREATE TABLE first (id int)');
    await apply();
    await appendFile(join(directory, '1_first', 'migration.sql'), ' -- changed');
    await addMigration('2_second', 'CREATE TABLE second (id int)');
    const error = await rejectionOf(apply());
    expect(error).toBeInstanceOf(MigrationError);
    expect(error.message).toContain('1_first was changed after it was applied');
    expect(await database.query("SELECT to_regclass('second') AS second")).toEqual([{ second: null }]);
  });

  it('refuses a database that is newer than the code', async () => {
    await addMigration('1_first', 'CREATE TABLE first (id int)');
    await addMigration('2_second', 'CREATE TABLE second (id int)');
    await apply();
    await rm(join(directory, '2_second'), { recursive: true });
    const error = await rejectionOf(apply());
    expect(error).toBeInstanceOf(MigrationError);
    expect(error.message).toContain('has migration 2_second, which this version of Relato does not know');
  });
});

describe('a database from before the baseline', () => {
  const baseline = '20261201160000_baseline';

  /** Applies migrations that the baseline replaced, and then knows only the baseline, which would fail here, and a later one. */
  async function migrateBefore(...names: string[]): Promise<void> {
    for (const name of names) await addMigration(name, `CREATE TABLE "${name}" (id int)`);
    await apply();
    for (const name of names) await rm(join(directory, name), { recursive: true });
    await addMigration(baseline, 'SELECT 1 / 0');
    await addMigration('20270101000000_later', 'CREATE TABLE later (id int)');
  }

  it('gets what is newer than the baseline, and a server of the previous version still starts', async () => {
    await migrateBefore(replaced.first, '20261130000000_middle', replaced.last);
    expect(await apply()).toEqual(['20270101000000_later']);
    expect(await apply()).toEqual([]);
    const names = [replaced.first, '20261130000000_middle', replaced.last];
    expect(await readHistory()).toEqual(
      [...names, baseline, '20270101000000_later'].map((name) => ({ name })),
    );
    await requireMigrated(database.url, directory);
    await rm(directory, { recursive: true });
    for (const name of names) await addMigration(name, '');
    await requireMigrated(database.url, directory);
  });

  it('counts as migrated for a server that may not migrate', async () => {
    await migrateBefore(replaced.first, replaced.last);
    await rm(join(directory, '20270101000000_later'), { recursive: true });
    await requireMigrated(database.url, directory);
    expect(await readHistory()).toHaveLength(2);
  });

  it('is left to an older version if it has only some of the migrations that the baseline replaced', async () => {
    await migrateBefore(replaced.first, '20261130000000_middle');
    const before = await readHistory();
    for (const work of [apply, () => requireMigrated(database.url, directory)]) {
      const error = await rejectionOf(work());
      expect(error).toBeInstanceOf(MigrationError);
      expect(error.message).toBe(
        'The database lacks migration 20261201150000_waiting_replies, from which this version of Relato continues: it is too old. First start a version that has this migration.',
      );
    }
    expect(await readHistory()).toEqual(before);
  });
});

const listMigrations = (texts: Readonly<Record<string, string>>) => ({
  baseDir: directory,
  shadowDbInitScript: '',
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  migrationDirectories: Object.entries(texts).map(([path, value]) => ({
    path,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
  })),
});

describe('applying migrations beside prisma migrate', () => {
  const filters = { externalTables: [], externalEnums: [] };
  it('continues the history of prisma migrate deploy, which continues its own', async () => {
    await addMigration('1_ours', 'CREATE TABLE ours (id int)');
    await apply();
    await addMigration('2_theirs', 'CREATE TABLE theirs (id int)');
    const texts = {
      '1_ours': 'CREATE TABLE ours (id int)',
      '2_theirs': 'CREATE TABLE theirs (id int)',
    };
    const migrationsList = listMigrations(texts);
    const deployed = await withSchemaEngine(database.url, (engine) =>
      engine.applyMigrations({ migrationsList, filters }),
    );
    expect(deployed.appliedMigrationNames).toEqual(['2_theirs']);

    await addMigration('3_ours', 'CREATE TABLE again (id int)');
    expect(await apply()).toEqual(['3_ours']);
  });

  it('records the baseline, which prisma migrate deploy then leaves out', async () => {
    await addMigration(replaced.last, 'CREATE TABLE ours (id int)');
    await apply();
    await rm(directory, { recursive: true });
    const texts = { '20261201160000_baseline': 'SELECT 1 / 0', '20270101000000_theirs': 'SELECT 1' };
    await addMigration('20261201160000_baseline', texts['20261201160000_baseline']);
    await apply();
    const migrationsList = listMigrations(texts);
    const deployed = await withSchemaEngine(database.url, (engine) =>
      engine.applyMigrations({ migrationsList, filters }),
    );
    expect(deployed.appliedMigrationNames).toEqual(['20270101000000_theirs']);
  });

  it('refuses a history that prisma left unfinished', async () => {
    await cp(migrationsDir, directory, { recursive: true });
    await apply();
    await database.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '9_half')",
    );
    const error = await rejectionOf(apply());
    expect(error.message).toContain('9_half was left unfinished by another tool');
    await database.query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'x'");
    expect(await apply()).toEqual([]);
  });
});

/** Returns the columns of each table with their types, and with `!` if every new row must fill them. */
async function readTables(client: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    SELECT table_name AS name, json_agg(column_name || ' ' || udt_name ||
      CASE WHEN is_nullable = 'NO' AND column_default IS NULL THEN '!' ELSE '' END) AS columns
    FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

describe('REL-20: a server of the previous version, which runs during a migration', () => {
  it('continues to read while the migration waits for a long transaction', async () => {
    await addMigration('1_first', 'CREATE TABLE busy (id int)');
    await apply();
    await addMigration('2_change', 'ALTER TABLE busy ADD COLUMN more int');
    const backup = new Client({ connectionString: database.url });
    await backup.connect();
    await backup.query('BEGIN; SELECT * FROM busy');
    const applied = apply();
    const waiting = "SELECT FROM pg_locks WHERE relation = 'busy'::regclass AND NOT granted";
    let slowestMs = 0;
    for (let tries = 0; tries < 2; tries += 1) {
      await expect.poll(() => database.query(waiting), { interval: 5 }).toHaveLength(1);
      // This statement is behind the migration, which would otherwise wait for the end of the backup.
      const askedAt = performance.now();
      await database.query('SELECT * FROM busy');
      slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    }
    await backup.end();
    expect(await applied).toEqual(['2_change']);
    // The migration tries for 700 ms to get its lock. The rest is for a busy machine.
    expect(slowestMs).toBeLessThan(30_000);
  });

  /** Columns that a migration drops: the version before it names none, but for a procedure of pages that are older still. */
  const dropped: Readonly<Record<string, readonly string[]>> = {
    '20261202030000_without_columns_of_before': [
      'peaks_measured bool',
      'suggested_peaks _int2',
      'wanted_username text',
      'anonymous_comments bool',
    ],
    '20261203080001_without_search_backlog': ['after uuid!'],
  };

  it('finds every column that it knows, and can ignore new ones', async () => {
    await withConnection(database.url, async (client) => {
      await client.query(historyTable);
      let before = await readTables(client);
      const migrations = await readMigrations(migrationsDir);
      // Nothing may come before the baseline.
      expect(migrations[0]?.name).toMatch(/_baseline$/u);
      for (const migration of migrations) {
        await runMigration(client, migration);
        const after = await readTables(client);
        for (const [table, known] of before) {
          const columns = after.get(table) ?? [];
          const asked = columns.filter((column) => column.endsWith('!') && !known.includes(column));
          const where = { name: migration.name, table };
          const isDropped = (column: string) => dropped[migration.name]?.includes(column) === true;
          const kept: unknown = expect.arrayContaining(known.filter((column) => !isDropped(column)));
          expect({ ...where, columns, asked }).toEqual({ ...where, columns: kept, asked: [] });
        }
        before = after;
      }
    });
  });
});
