import { createDatabase } from '@relato/db';
import { startJobQueue } from '../jobs/queue.ts';

/**
 * A worker that starts an inspection, reports it and never finishes, so that a test can kill it. Its argument is the
 * URL of the database.
 */
const database = await createDatabase({ url: process.argv[2] ?? '', statementTimeoutMs: 30_000 });
const queue = await startJobQueue({ database, onError: () => {} });
const forEver = new Promise<void>(() => {});
await queue.work(
  {
    'inspect-recording': () => {
      process.stdout.write('began\n');
      return forEver;
    },
    'transcribe-recording': async () => {},
    'delete-objects': async () => {},
    'send-mail': async () => {},
    'forget-transcript': async () => {},
    'make-mp3': async () => {},
    'send-push': async () => {},
    'watch-story': async () => {},
  },
  {},
);
