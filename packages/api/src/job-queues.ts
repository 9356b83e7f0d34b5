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
import type { PromisedMail } from './mail-queue.ts';

/** The work that happens outside a request: what it is called and what it needs to know. */
export interface JobData {
  /** `usedSeconds` is what its account had used up when the job was queued: the more, the later its turn. */
  readonly 'inspect-recording': { readonly recordingId: string; readonly usedSeconds?: number };
  /** `run` is the row's when the job was queued: a job of an earlier one is not done. */
  readonly 'transcribe-recording': { readonly recordingId: string; readonly run: number };
  /** Forget what no row points to any more: objects in the store and unfinished uploads, a transcript at its provider. */
  readonly 'delete-objects': { readonly keys: readonly string[]; readonly uploadIds?: readonly string[] };
  readonly 'send-mail': PromisedMail;
  readonly 'forget-transcript': { readonly provider: string; readonly providerJob: string };
}
export type JobName = keyof JobData;

/** A worker that dies is noticed by its missing heartbeat. No less is allowed. */
const heartbeatSeconds = 10;
/** How often missing heartbeats are looked for, from the first moment on: a server that restarts often looks as well. */
const superviseMs = 2_000;
/**
 * A job whose worker was killed did nothing wrong, and waits for no delay: it goes on at once. What kills its worker each
 * time still has no more attempts than any other.
 */
const resumeKilled = `UPDATE pgboss.job SET start_after = now()
  WHERE state = 'retry' AND start_after > now() AND output -> 'value' ->> 'message' = 'job heartbeat timeout'`;

/** $1 the queue of the dead, $2 and $3 the last of the page before, $4 how many. Cursors know times to the millisecond. */
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
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 900,
    heartbeatSeconds,
  },
  // Until they are gone, however long the store fails: what people deleted must not stay.
  'delete-objects': {
    retryLimit: 1_000_000,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 600,
    retentionSeconds: 365 * 86_400,
    heartbeatSeconds,
  },
  // A day of growing delays. What was sent is not kept: it names people.
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

/** A job failed, and trying it again would change nothing: it is put with the dead letters at once. */
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
  /** True on the last attempt: what fails now has failed for good. */
  readonly isLastAttempt: boolean;
  /** Tells the log of a failure that the job itself deals with. */
  readonly report: (error: Error) => void;
}
export type JobHandlers = { readonly [Name in JobName]: (job: RunningJob<Name>) => Promise<void> };
/** What is left to do for a job that failed for good, also when its worker was killed on the last attempt. */
export type DeadJobHandlers = { readonly [Name in JobName]?: (data: JobData[Name]) => Promise<void> };

export interface EnqueueOptions {
  readonly startAfterSeconds?: number;
  /** Of a group, each process works off only one job at a time. */
  readonly group?: string;
  /** Higher first; 0 without it. */
  readonly priority?: number;
}

/** A job that failed for good and waits for an administrator. */
export interface DeadJob<Name extends JobName> {
  readonly id: string;
  readonly data: JobData[Name];
  /** What the last attempt said; null when its worker was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}

export interface JobQueue {
  /** Queues work as a part of `transaction`: it exists exactly if what the transaction wrote does. */
  enqueue<Name extends JobName>(
    transaction: Prisma.TransactionClient,
    name: Name,
    data: JobData[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Dead letters that no handler takes, last failed first; from `before` on. */
  listDead<Name extends JobName>(
    name: Name,
    page: {
      readonly before: Pick<DeadJob<Name>, 'failedAt' | 'id'> | null;
      readonly limit: number;
    },
  ): Promise<DeadJob<Name>[]>;
  /** Queues a dead letter again as a part of `transaction`, and returns whether it was there. */
  retryDead(transaction: Prisma.TransactionClient, name: JobName, id: string): Promise<boolean>;
  /** Forgets a dead letter as a part of `transaction`, and returns whether it was there. */
  dropDead(transaction: Prisma.TransactionClient, name: JobName, id: string): Promise<boolean>;
  /** Starts to work off the queues in this process. */
  work(handlers: JobHandlers, deadHandlers: DeadJobHandlers): Promise<void>;
  /** Lets running jobs end, up to `timeoutMs`; those that do not are tried again by the next worker. */
  stop(timeoutMs: number): Promise<void>;
}

/** Makes, or brings up to date, the schema `pgboss` and the queues in it, as the owner of the database. */
export async function prepareJobQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false });
  // A start that fails rejects; what it does behind that is done again at the next one.
  boss.on('error', () => {});
  try {
    await boss.start();
    for (const name of jobNames) {
      await boss.createQueue(`${name}.dead`);
      const options = { ...queues[name], deadLetter: `${name}.dead`, notify: true };
      await boss.createQueue(name, options);
      // It may be there since a version with other numbers.
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: true });
  }
}

/** The queue in PostgreSQL, in its own schema `pgboss`, which `prepareJobQueue` made. */
export async function startJobQueue({
  database,
  onError,
}: {
  readonly database: Pick<Database, 'background'>;
  /** Told of what goes wrong in the queue itself, and of every attempt of a job that fails. */
  readonly onError: (error: Error) => void;
}): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: database.background },
    // Who works off jobs may neither change the schema nor rebuild what is in it.
    migrate: false,
    reindex: false,
    schedule: false,
    // Its own timer would wait a whole interval after each start; see `supervise`.
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
