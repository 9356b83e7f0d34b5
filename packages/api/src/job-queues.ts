import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Prisma } from '@relato/db';
import {
  fromPrisma,
  PgBoss,
  type Job,
  type JobResult,
  type JobWithMetadata,
  type QueueOptions,
} from 'pg-boss';
import type { QueuedMail } from './mail-queue.ts';

/** The jobs by name, with their data. */
export interface JobData {
  /** `usedSeconds` is what the account had used up when the job was queued. A higher value lowers the priority. */
  readonly 'inspect-recording': { readonly recordingId: string; readonly usedSeconds?: number };
  /** `run` is the run of the transcript when the job was queued. The job of an earlier run does nothing. */
  readonly 'transcribe-recording': { readonly recordingId: string; readonly run: number };
  /**
   * Deletes what no row refers to any more: objects in the store and unfinished uploads; or a transcript at its
   * provider.
   */
  readonly 'delete-objects': { readonly keys: readonly string[]; readonly uploadIds?: readonly string[] };
  readonly 'send-mail': QueuedMail;
  readonly 'forget-transcript': { readonly provider: string; readonly providerJob: string };
}
export type JobName = keyof JobData;

/** A missing heartbeat reveals a dead worker. pg-boss allows no shorter interval. */
const heartbeatSeconds = 10;
/**
 * How often heartbeats are checked, from the start of the process on, so that a server that restarts often checks them
 * too.
 */
const superviseMs = 2_000;
/**
 * Resumes a job at once if its worker was killed, because the job itself did not fail. Its number of attempts stays
 * limited, in case the job kills its worker.
 */
const resumeKilled = `UPDATE pgboss.job SET start_after = now()
  WHERE state = 'retry' AND start_after > now() AND output -> 'value' ->> 'message' = 'job heartbeat timeout'`;

/**
 * $1 is the queue of dead letters, $2 and $3 the last row of the previous page, $4 the limit. Cursors have a resolution
 * of milliseconds.
 */
const listDeadJobs = `
  SELECT id, data, date_trunc('milliseconds', created_on) AS "failedAt", source_output ->> 'message' AS error
  FROM pgboss.job
  WHERE name = $1 AND state = 'created'
    AND ($2::timestamptz IS NULL OR (date_trunc('milliseconds', created_on), id) < ($2::timestamptz, $3::uuid))
  ORDER BY date_trunc('milliseconds', created_on) DESC, id DESC
  LIMIT $4`;

const queues: Record<JobName, QueueOptions> = {
  'inspect-recording': {
    retryLimit: 4,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 120,
    heartbeatSeconds,
  },
  'transcribe-recording': {
    // For unforeseen errors. A failure of the provider is tried again by `limits.transcription`.
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 900,
    heartbeatSeconds,
  },
  // Retried until the store has deleted the objects, because deleted content must not stay.
  'delete-objects': {
    retryLimit: 1_000_000,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 600,
    retentionSeconds: 365 * 86_400,
    heartbeatSeconds,
  },
  // Retried for a day with growing delays. Sent mails are deleted soon, because they name users.
  'send-mail': {
    retryLimit: 32,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 120,
    deleteAfterSeconds: 3_600,
    heartbeatSeconds,
  },
  'forget-transcript': { retryLimit: 4, retryDelay: 60, retryBackoff: true, heartbeatSeconds },
};
const jobNames = Object.keys(queues) as JobName[]; // `queues` is exhaustive over JobName

/** A failure that a retry cannot change. The job becomes a dead letter at once. */
export class FinalJobError extends Error {
  override readonly name = 'FinalJobError';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

export interface RunningJob<Name extends JobName> {
  readonly data: JobData[Name];
  /** Aborted when the process stops or the job runs out of time. */
  readonly signal: AbortSignal;
  /** True on the last attempt, after which the failure is final. */
  readonly isLastAttempt: boolean;
  /** Logs a failure that the job handles itself. */
  readonly report: (error: Error) => void;
}
export type JobHandlers = { readonly [Name in JobName]: (job: RunningJob<Name>) => Promise<void> };
/** Handlers for jobs that failed for good, also if the worker was killed on the last attempt. */
export type DeadJobHandlers = { readonly [Name in JobName]?: (data: JobData[Name]) => Promise<void> };

interface EnqueueOptions {
  readonly startAfterSeconds?: number;
  /** Each process runs only one job of a group at a time. */
  readonly group?: string;
  /** Higher runs first. The default is 0. */
  readonly priority?: number;
}

/** A job that failed for good and waits for an administrator. */
interface DeadJob<Name extends JobName> {
  readonly id: string;
  readonly data: JobData[Name];
  /** The error of the last attempt. Null if its worker was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}

export interface JobQueue {
  /** Queues a job as part of `transaction`: it exists if and only if the transaction commits. */
  enqueue<Name extends JobName>(
    transaction: Prisma.TransactionClient,
    name: Name,
    data: JobData[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Lists the dead letters that no handler takes, last failed first, from `before` on. */
  listDead<Name extends JobName>(
    name: Name,
    page: {
      readonly before: Pick<DeadJob<Name>, 'failedAt' | 'id'> | null;
      readonly limit: number;
    },
  ): Promise<DeadJob<Name>[]>;
  /** Queues a dead letter again as part of `transaction`. Returns whether it existed. */
  retryDead(transaction: Prisma.TransactionClient, name: JobName, id: string): Promise<boolean>;
  /** Deletes a dead letter as part of `transaction`. Returns whether it existed. */
  dropDead(transaction: Prisma.TransactionClient, name: JobName, id: string): Promise<boolean>;
  /** Starts the workers of this process. */
  work(handlers: JobHandlers, deadHandlers: DeadJobHandlers): Promise<void>;
  /** Waits up to `timeoutMs` for running jobs. The next worker retries those that do not finish. */
  stop(timeoutMs: number): Promise<void>;
}

/** Creates or updates the schema `pgboss` and its queues, as the owner of the database. */
export async function prepareJobQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false });
  // A failed start rejects. Errors after that are ignored, because the next start repeats the work.
  boss.on('error', () => {});
  try {
    await boss.start();
    for (const name of jobNames) {
      await boss.createQueue(`${name}.dead`);
      const options = { ...queues[name], deadLetter: `${name}.dead`, notify: true };
      await boss.createQueue(name, options);
      // The queue may exist already with the options of an earlier version.
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: true });
  }
}

/** Starts the queue in the schema `pgboss`, which `prepareJobQueue` created. */
export async function startJobQueue({
  database,
  onError,
}: {
  readonly database: Pick<Database, 'background'>;
  /** Called with errors of the queue itself and of every failed attempt of a job. */
  readonly onError: (error: Error) => void;
}): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: database.background },
    // The role of the workers may neither change nor rebuild the schema.
    migrate: false,
    reindex: false,
    schedule: false,
    // The timer of pg-boss would first wait a whole interval after each start; `supervise` replaces it.
    supervise: false,
    monitorIntervalSeconds: 1,
  });
  boss.on('error', onError);
  await boss.start();
  const stopping = new AbortController();
  let supervision = Promise.resolve();

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await boss
        .supervise()
        .then(() => database.background(resumeKilled))
        .catch((error: unknown) => onError(new Error('supervision of jobs failed', { cause: error })));
      await delay(superviseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function workOn<Name extends JobName>(name: Name, handle: JobHandlers[Name]): Promise<void> {
    const options = {
      includeMetadata: true,
      localConcurrency: 2,
      localGroupConcurrency: 1,
      pollingIntervalSeconds: 0.5,
      perJobResults: true,
    } as const;
    await boss.work(name, options, async (jobs: JobWithMetadata<JobData[Name]>[]) => {
      const results: JobResult[] = [];
      for (const job of jobs) {
        const isLastAttempt = job.retryCount >= job.retryLimit;
        const report = (cause: unknown): void =>
          onError(new Error(`job ${name} ${job.id} failed`, { cause }));
        try {
          await handle({ data: job.data, signal: job.signal, isLastAttempt, report });
          results.push({ id: job.id, status: 'completed' });
        } catch (error) {
          report(error);
          const status = error instanceof FinalJobError ? 'deadletter' : 'failed';
          results.push({ id: job.id, status, output: error });
        }
      }
      return results;
    });
  }

  async function workOnDead<Name extends JobName>(name: Name, handle: DeadJobHandlers[Name]): Promise<void> {
    await boss.work(`${name}.dead`, { pollingIntervalSeconds: 2 }, async (jobs: Job<JobData[Name]>[]) => {
      for (const { data } of jobs) await handle?.(data);
    });
  }

  return {
    enqueue: async (transaction, name, data, { startAfterSeconds, group, priority } = {}) => {
      await boss.send(name, data, {
        db: fromPrisma(transaction),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(group === undefined ? {} : { group: { id: group } }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    listDead: async (name, { before, limit }) => {
      const { rows } = await database.background(listDeadJobs, [
        `${name}.dead`,
        before?.failedAt ?? null,
        before?.id ?? null,
        limit,
      ]);
      return rows as DeadJob<typeof name>[]; // the columns of `listDeadJobs`; the data is its queue's
    },
    retryDead: async (transaction, name, id) => {
      const options = { ids: [id], destination: name, db: fromPrisma(transaction) };
      return (await boss.redrive(`${name}.dead`, options)) === 1;
    },
    dropDead: async (transaction, name, id) => {
      const dropped = await transaction.$executeRaw`
        DELETE FROM pgboss.job WHERE name = ${`${name}.dead`} AND id = ${id}::uuid AND state = 'created'`;
      return dropped === 1;
    },
    work: async (handlers, deadHandlers) => {
      supervision = supervise();
      await workOnDead('inspect-recording', deadHandlers['inspect-recording']);
      await workOnDead('transcribe-recording', deadHandlers['transcribe-recording']);
      await workOn('inspect-recording', handlers['inspect-recording']);
      await workOn('transcribe-recording', handlers['transcribe-recording']);
      await workOn('delete-objects', handlers['delete-objects']);
      await workOn('send-mail', handlers['send-mail']);
      await workOn('forget-transcript', handlers['forget-transcript']);
    },
    stop: async (timeoutMs) => {
      stopping.abort();
      await Promise.all([supervision, boss.stop({ graceful: true, timeout: timeoutMs })]);
    },
  };
}
