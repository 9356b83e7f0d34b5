import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applyMigrations, createDatabase, startEmbeddedPostgres, type Database } from '@relato/db';
import type { DrillResult } from '@relato/testing/drill-result';

const migrationsDir = fileURLToPath(new URL('../../../../../../prisma/migrations', import.meta.url));
const longestLockMs = 1_000;

/** Loads rows like a replica, without the triggers that would check and count each row. */
const fill = (from: number, to: number): string => `
  BEGIN; SET LOCAL session_replication_role = replica;
  CREATE TEMP TABLE ids ON COMMIT DROP AS SELECT n, md5('story' || n)::uuid AS id FROM generate_series(${from}, ${to}) AS n;
  INSERT INTO users (id, created_at) SELECT id, now() - n * interval '1 second' FROM ids WHERE n % 10 = 1;
  INSERT INTO profiles (id, username, updated_at) SELECT id, 'persona_' || n, now() FROM ids WHERE n % 10 = 1;
  INSERT INTO recordings (id, user_id, claimed_type) SELECT id, md5('story' || n - (n - 1) % 10)::uuid, 'audio/webm' FROM ids;
  INSERT INTO stories (id, recording_id, user_id, title, transcript, duration_ms, tags, published, published_at, created_with)
    SELECT id, id, md5('story' || n - (n - 1) % 10)::uuid, 'Una historia ' || n, repeat('Llovía, y nadie tenía paraguas. ', 8), 10000,
      ARRAY['lluvia', 'tarde ' || n % 100], n % 3 > 0, CASE WHEN n % 3 > 0 THEN now() END, '' FROM ids;
  INSERT INTO transcripts (recording_id, provider, status, text) SELECT id, '', 'completed', 'Llovía, y nadie tenía paraguas.' FROM ids;
  INSERT INTO votes (story_id, user_id, direction) SELECT id, md5('story' || n - (n - 1) % 10)::uuid, 'up' FROM ids;
  COMMIT;`;
const filledAtOnce = 20_000;

/** The statements that a server of the previous version repeats. None changes a row. */
const probes: Readonly<Record<string, string>> = {
  'reading stories': 'SELECT id, title, score FROM stories WHERE id = $1',
  'reading profiles': 'SELECT id, username FROM profiles WHERE id = $1',
  voting: 'UPDATE stories SET upvotes = upvotes WHERE id = $1',
  saving: 'UPDATE recordings SET claimed_type = claimed_type WHERE id = $1',
  following: 'UPDATE profiles SET followers_count = followers_count WHERE id = $1',
  transcribing: 'UPDATE transcripts SET attempts = attempts WHERE recording_id = $1',
};

/** Applies the migrations after the baseline one by one to large tables, while statements of the previous version run. */
export async function migrateLargeTables(stories: number): Promise<DrillResult> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-migrations-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  const { url } = postgres;
  const database = await createDatabase({ url, statementTimeoutMs: 60_000 });
  try {
    const directory = join(folder, 'migrations');
    await mkdir(directory);
    const add = (name: string) => cp(join(migrationsDir, name), join(directory, name), { recursive: true });
    const names = (await readdir(migrationsDir)).filter((name) => /^\d{14}_/.test(name)).toSorted();
    const [baseline = '', ...measured] = names;
    await add(baseline);
    await applyMigrations(url, { directory });
    for (let from = 1; from <= stories; from += filledAtOnce)
      await database.background(fill(from, Math.min(stories, from + filledAtOnce - 1)));
    await database.background('ANALYZE');
    const before = await hashRows(database);
    const problems: string[] = [];
    const recoveriesMs: number[] = [];
    for (const name of measured) {
      await add(name);
      const { longestMs, what } = await whileProbing(database, () => applyMigrations(url, { directory }));
      process.stderr.write(`${name}: ${what} waited for ${Math.round(longestMs)} ms\n`);
      recoveriesMs.push(longestMs);
      if (longestMs > longestLockMs)
        problems.push(`${name} kept ${what} waiting for ${Math.round(longestMs)} ms`);
    }
    const after = await hashRows(database, before);
    const changed = [...before].filter(([table, { hash }]) => after.get(table)?.hash !== hash);
    problems.push(...changed.map(([table]) => `rows of ${table} differ`));
    const rows = [...before.values()].reduce((sum, { count }) => sum + count, 0);
    return {
      fault: `REL-20 ${recoveriesMs.length} migrations of ${stories.toLocaleString('en')} stories (longest locks)`,
      tries: recoveriesMs.length,
      acknowledged: rows,
      lost: changed.length,
      doubled: 0,
      recoveriesMs,
      problems,
    };
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Rows {
  readonly columns: string;
  readonly hash: string;
  readonly count: number;
}

const hashedTables = `SELECT table_name AS "table",
    string_agg(quote_ident(column_name), ', ' ORDER BY column_name) AS columns
  FROM information_schema.columns WHERE table_schema = 'public' AND table_name IN
    ('users', 'profiles', 'recordings', 'stories', 'transcripts', 'votes') GROUP BY table_name`;

/** Hashes all rows of each table, in the columns from before the migration. */
async function hashRows(
  { background }: Database,
  before?: ReadonlyMap<string, Rows>,
): Promise<ReadonlyMap<string, Rows>> {
  const { rows: tables } = await background<{ table: string; columns: string }>(hashedTables);
  const hashes = new Map<string, Rows>();
  for (const { table, columns: now } of tables) {
    const columns = before?.get(table)?.columns ?? now;
    const hashing = `SELECT md5(string_agg(line, '' ORDER BY line)) AS hash, count(*)::int AS count
      FROM (SELECT md5(ROW(${columns})::text) AS line FROM "${table}") AS lines`;
    const [row] = (await background<{ hash: string; count: number }>(hashing)).rows;
    if (row) hashes.set(table, { columns, ...row });
  }
  return hashes;
}

/** Runs `work` while every probe repeats its statement. Returns the longest wait. */
async function whileProbing(
  { background }: Database,
  work: () => Promise<unknown>,
): Promise<{ readonly longestMs: number; readonly what: string }> {
  let [longestMs, what] = [0, ''];
  const over = new AbortController();
  const probing = Object.entries(probes).map(async ([name, text]) => {
    for (let n = 1; !over.signal.aborted; n += 10) {
      const askedMs = performance.now();
      // A probe that failed has waited as well.
      await background(text.replace('$1', `md5('story${n}')::uuid`)).catch(() => {});
      const tookMs = performance.now() - askedMs;
      if (tookMs > longestMs) [longestMs, what] = [tookMs, name];
      await delay(10);
    }
  });
  await work().finally(() => over.abort());
  await Promise.all(probing);
  return { longestMs, what };
}
