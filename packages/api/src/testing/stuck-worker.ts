import { createDatabase } from '@relato/db';
import { startJobQueue } from '../job-queues.ts';

/** A worker that takes an inspection, says so, and never ends it: to be killed. Its argument is the database's address. */
const database = await createDatabase({ url: process.argv[2] ?? '' });
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
  },
  {},
);
