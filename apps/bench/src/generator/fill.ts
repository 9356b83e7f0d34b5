import { applyMigrations, startEmbeddedPostgres } from '@relato/db';
import { Client } from 'pg';
import { stopAtEnd } from '../processes/at-end.ts';
import { copyRows } from './copy-rows.ts';
import { tables } from './tables.ts';
import { idOf, type World } from './world.ts';

/** Nothing is lost if the machine fails meanwhile: a database that was not filled to the end is filled anew. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '1GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  max_parallel_maintenance_workers: '2',
};

type Report = (step: string) => void;

/** Creates a cluster in `folder`, applies the migrations and fills all tables. Leaves the cluster stopped. */
export async function fillCluster(folder: string, world: World, report: Report): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
  const stop = stopAtEnd(() => postgres.stop());
  try {
    await applyMigrations(postgres.url);
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await fillTables(client, postgres.url, world, report);
    await client.end();
  } finally {
    await stop();
  }
}

async function fillTables(client: Client, url: string, world: World, report: Report): Promise<void> {
  // Far more than an index of ten million stories should need.
  await client.query("SET statement_timeout = '1h'");
  // A replica skips foreign keys, and the triggers that are not for replicas too; the rows satisfy them.
  await client.query('SET session_replication_role = replica');
  const indexes = await dropIndexes(client);
  // To find the words of transcripts takes longer than all else, so two processes do it afterwards.
  await client.query('ALTER TABLE stories DISABLE TRIGGER stories_words');
  await client.query('BEGIN');
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} CASCADE`);
  for (const table of tables) {
    const startedAt = performance.now();
    const count = await copyRows(client, table, world);
    report(`${table.name}: ${count.toLocaleString('en')} rows in ${seconds(startedAt)}`);
  }
  await client.query('COMMIT');
  const startedAt = performance.now();
  await fillWords(url, idOf('story', Math.floor(world.stories / 2)));
  await client.query('ALTER TABLE stories ENABLE ALWAYS TRIGGER stories_words');
  // As if they were made: a worker would make them while the server is measured.
  await client.query(`INSERT INTO story_mp3s SELECT id, 'mp3/' || id, 1, duration_ms, published_at FROM stories
    WHERE published AND hidden_at IS NULL`);
  report(`words of the transcripts in ${seconds(startedAt)}`);
  for (const { name, definition } of indexes) {
    const startedAt = performance.now();
    await client.query(definition);
    if (world.stories >= 100_000) report(`index ${name} in ${seconds(startedAt)}`);
  }
  // Sets the visibility map, which index-only scans need.
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

/** Fills the words of the stories below and above an id at the same time. */
async function fillWords(url: string, middle: string): Promise<void> {
  await Promise.all(
    ['id < $1', 'id >= $1'].map(async (half) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query("SET statement_timeout = '1h'");
      await client.query(
        `INSERT INTO story_words SELECT id, spoken_words(transcript) FROM stories
         WHERE ${half} AND published AND hidden_at IS NULL AND transcript <> ''`,
        [middle],
      );
      await client.end();
    }),
  );
}

const seconds = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** Drops the indexes that stand for no constraint, and returns how to make them: building one at the end is faster. */
async function dropIndexes(client: Client): Promise<readonly Index[]> {
  const { rows } = await client.query<Index>(`
    SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)
    ORDER BY c.oid`);
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  return rows;
}
