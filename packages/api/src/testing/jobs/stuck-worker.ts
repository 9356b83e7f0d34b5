import { createDatabase } from '@relato/db';
import { startJobQueue } from '../../jobs/queue.ts';
import { inspectOnly } from './inspect-only.ts';

/**
 * A worker that starts an inspection, reports it and never finishes, so that a test can kill it. Its argument is the
 * URL of the database.
 */
const database = await createDatabase({ url: process.argv[2] ?? '', statementTimeoutMs: 30_000 });
const queue = await startJobQueue({ database, onError: () => {} });
const forEver = new Promise<void>(() => {});
const stuck = inspectOnly(() => {
  process.stdout.write('began\n');
  return forEver;
});
await queue.work(stuck, {});
