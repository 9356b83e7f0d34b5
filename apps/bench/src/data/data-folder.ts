import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyMigrations, startEmbeddedPostgres } from '@relato/db';
import { Client } from 'pg';
import { stopAtEnd } from '../processes/at-end.ts';
import { audioBytes, createNoise } from './noise.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
export const cacheDir = join(root, '.cache', 'bench');
const migrationsDir = join(root, 'prisma', 'migrations');
const fillFile = fileURLToPath(new URL('fill.sql', import.meta.url));
/** Marks a folder as completely filled. */
const mark = 'filled';

/** Durability is not needed, because an incomplete database is filled again. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '1GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
};

type Report = (step: string) => void;

/** Returns a hash of everything that determines the contents of a filled database. */
async function hashSources(): Promise<string> {
  const migrations = await readdir(migrationsDir, { recursive: true });
  const files = migrations.filter((name) => name.endsWith('.sql')).map((name) => join(migrationsDir, name));
  const digest = createHash('sha256');
  for (const file of [fillFile, ...files.toSorted()]) digest.update(file).update(await readFile(file));
  return digest.digest('hex').slice(0, 12);
}

/**
 * Returns the DATA_DIR of a server with this many stories, which is filled now unless an earlier run has filled it with the
 * same migrations and statements. Deletes the folders of others.
 */
export async function prepareDataFolder(stories: number, report: Report): Promise<string> {
  const hash = await hashSources();
  const data = join(cacheDir, 'data');
  await mkdir(data, { recursive: true });
  for (const name of await readdir(data)) if (name !== hash) await deleteData(join(data, name));
  const dataDir = join(data, hash, String(stories));
  if (existsSync(join(dataDir, mark))) return dataDir;
  report(`filling ${stories.toLocaleString('en')} stories`);
  await deleteData(dataDir);
  await mkdir(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), settings });
  const stop = stopAtEnd(() => postgres.stop());
  try {
    await applyMigrations(postgres.url);
    const client = new Client({ connectionString: postgres.url });
    // The client reports the end of the database after an error.
    client.on('error', () => {});
    await client.connect();
    const keys = await fillTables(client, stories);
    await client.end();
    await writeAudio(join(dataDir, 'audio'), keys);
  } finally {
    await stop();
  }
  await writeFile(join(dataDir, mark), '');
  return dataDir;
}

/** Returns the keys of the audio that must be on the disk. */
async function fillTables(client: Client, stories: number): Promise<readonly string[]> {
  await client.query(`SET statement_timeout = '3h'; SET bench.stories = ${stories}`);
  // A replica skips foreign keys and most triggers. The rows satisfy them.
  await client.query(
    'SET session_replication_role = replica; ALTER TABLE stories DISABLE TRIGGER stories_words, DISABLE TRIGGER stories_tags',
  );
  // Building an index at the end takes less time.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)
    ORDER BY c.oid`);
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  await client.query(await readFile(fillFile, 'utf8'));
  await client.query(
    'ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_words, ENABLE ALWAYS TRIGGER stories_tags',
  );
  for (const { definition } of indexes) await client.query(definition);
  // Sets the visibility map, which index-only scans need.
  await client.query('VACUUM (FREEZE, ANALYZE)');
  await client.query('CHECKPOINT');
  const { rows } = await client.query<{ key: string }>(`
    SELECT unnest(ARRAY[original_key, playback_key]) AS key
    FROM recordings r JOIN stories s ON s.recording_id = r.id WHERE s.transcript_words IS NOT NULL`);
  return rows.map(({ key }) => key);
}

async function writeAudio(folder: string, keys: readonly string[]): Promise<void> {
  const audio = createNoise(audioBytes);
  for (const key of keys) {
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await writeFile(join(folder, key), audio);
  }
}

/** Deletes a DATA_DIR, or a folder with several. Root keeps the clusters elsewhere, behind links. */
export async function deleteData(folder: string): Promise<void> {
  for (const size of ['.', ...(await readdir(folder).catch(() => []))]) {
    const cluster = await realpath(join(folder, size, 'postgres')).catch(() => null);
    if (cluster !== null) await rm(cluster, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
}
