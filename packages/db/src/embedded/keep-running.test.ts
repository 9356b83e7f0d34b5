import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { query } from '../testing/database.ts';
import { makeOpenFolder, settings } from '../testing/embedded-folder.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive } from './processes.ts';

let server: EmbeddedPostgres;
let dataDir: string;
const steps: string[] = [];
beforeAll(async () => {
  dataDir = join(await makeOpenFolder(), 'postgres');
  // With these, the recovery can wait for the log of a server that does not exist.
  const more = { wal_level: 'replica', hot_standby: 'off', wal_retrieve_retry_interval: '1h' };
  server = await startEmbeddedPostgres({
    dataDir,
    settings: { ...settings, ...more },
    onProgress: (step) => void steps.push(step),
  });
  await query(server.url, "CREATE TABLE notes AS SELECT 'kept' AS text");
});
beforeEach(() => void steps.splice(0));
afterAll(async () => {
  const { pid } = server;
  await server.stop();
  if (isAlive(pid)) throw new Error('A restarted server is not stopped like the first one');
  await rm(dirname(dataDir), { recursive: true });
});

const untilItServes = () =>
  expect
    .poll(() => query(server.url, 'SELECT text FROM notes').catch(() => null), { timeout: 60_000 })
    .toEqual([{ text: 'kept' }]);
// A new server serves before its start is known here.
const untilReplaced = (pid: number) => expect.poll(() => server.pid).not.toBe(pid);

it('an existing cluster is restarted at the same address when its server is killed', async () => {
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await untilItServes();
  await untilReplaced(pid);
  expect(steps).toEqual(['the database stopped unexpectedly: restarting it']);
});

it('REL-33: an existing cluster is restarted when its recovery is stuck, and serves as soon as it can', async () => {
  // PostgreSQL waits for the log just as it can wait for a checkpoint that never comes.
  const signal = join(dataDir, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(dataDir);
  await chown(signal, uid, gid);
  const { pid } = server;
  // PostgreSQL then ends all sessions and recovers within the same server.
  const [row] = await query(server.url, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'");
  process.kill((row as { pid: number }).pid, 'SIGKILL');
  const stuck = 'the recovery of the database stands still: starting it again';
  await expect.poll(() => steps, { timeout: 60_000 }).toContain(stuck);
  await rm(signal);
  await untilItServes();
  await untilReplaced(pid);
});
