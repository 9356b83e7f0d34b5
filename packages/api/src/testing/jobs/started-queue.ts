import { useTestDatabase } from '@relato/db/testing/use-test-database';
import { afterEach, beforeAll } from 'vitest';
import { prepareJobQueue, startJobQueue, type JobQueue } from '../../jobs/queue.ts';

interface JobRow {
  readonly name: string;
  readonly state: string;
  readonly data: unknown;
}

/** Creates a database for the real queue, which the tests start. It is empty and stopped after each test. */
export function useStartedQueue() {
  const database = useTestDatabase();
  const started = new Set<JobQueue>();
  const errors: Error[] = [];
  const onError = (error: Error) => void errors.push(error);
  beforeAll(() => prepareJobQueue(database.url));
  afterEach(async () => {
    for (const queue of started) await queue.stop(5_000);
    started.clear();
    errors.length = 0;
    await database.prisma.$executeRaw`DELETE FROM pgboss.job`;
  });

  async function start(options: Partial<Parameters<typeof startJobQueue>[0]> = {}): Promise<JobQueue> {
    const queue = await startJobQueue({ database, onError, ...options });
    started.add(queue);
    return queue;
  }

  const listJobs = () =>
    database.prisma.$queryRaw<JobRow[]>`SELECT name, state::text, data FROM pgboss.job ORDER BY name`;

  return { database, errors, start, listJobs };
}
