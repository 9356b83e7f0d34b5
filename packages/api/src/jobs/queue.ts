import { setTimeout as delay } from 'node:timers/promises';
import { jobNames, type JobName } from '@relato/contract';
import { whenAvailable, type Database, type Prisma } from '@relato/db';
import {
  fromPrisma,
  PgBoss,
  type Job,
  type JobResult,
  type JobWithMetadata,
  type QueueOptions,
} from 'pg-boss';
import {
  dropDeadJob,
  listDeadJobs,
  retryDeadJob,
  toDeadQueue,
  type DeadJobRow,
  type DeadJobsPage,
} from './dead-letters.ts';
import { deadJobOptions, jobOptions } from './retries.ts';
import type { QueuedMail } from '../mail/queued-mail.ts';
import { readQueueDepths, type QueueDepth } from './queue-depths.ts';
import { superviseJobs } from './supervise-jobs.ts';
import { findQueued, keepWaitingJobs } from './waiting-jobs.ts';

/**
 * `news` and `story` notify one browser. `followers` queues the notifications of a new story for the followers who want
 * them, from those after `after` on. `queue_pushes` queues them too.
 */
export type QueuedPush =
  | { readonly kind: 'news'; readonly newsId: string; readonly subscriptionId: string }
  | { readonly kind: 'story'; readonly storyId: string; readonly subscriptionId: string }
  | { readonly kind: 'followers'; readonly storyId: string; readonly after: string | null };

/** The data of the jobs by name. */
export interface JobData {
  /** `usedSeconds` is the amount that the account had used up when the job was queued. A higher value lowers the priority. */
  readonly 'inspect-recording': { readonly recordingId: string; readonly usedSeconds?: number };
  /** `run` is the run of the transcript when the job was queued. The job of an earlier run does nothing. */
  readonly 'transcribe-recording': { readonly recordingId: string; readonly run: number };
  readonly 'measure-loudness': { readonly recordingId: string };
  /** Deletes objects of the store that no row refers to any more. */
  readonly 'delete-objects': { readonly keys: readonly string[] };
  readonly 'send-mail': QueuedMail;
  /** Deletes a transcript at its provider. */
  readonly 'forget-transcript': { readonly provider: string; readonly providerJob: string };
  readonly 'make-mp3': { readonly storyId: string };
  readonly 'send-push': QueuedPush;
  /** Queued by `queue_watching`. */
  readonly 'watch-story': { readonly storyId: string };
}

/** The polling interval of a worker. `superviseJobs` wakes it for due jobs. */
const pollingIntervalSeconds = 30;
/** The number of jobs of a kind that a process runs at a time. */
const workersPerQueue = 2;
const queues: Readonly<Record<JobName, QueueOptions>> = jobOptions;

/** The data of a job as it is stored. A job that another job queued has the `requestId` of that job. */
type QueuedData<Name extends JobName> = JobData[Name] & { readonly requestId?: string };

/** A failure that a retry cannot change. The job becomes a dead letter at once. */
export class FinalJobError extends Error {
  override readonly name = 'FinalJobError';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

export interface RunningJob<Name extends JobName> {
  readonly data: JobData[Name];
  readonly priority: number;
  /** Aborted when the process stops or the job runs out of time. */
  readonly signal: AbortSignal;
  /** True on the last attempt, after which the failure is final. */
  readonly isLastAttempt: boolean;
  /** Logs a failure that the job handles itself. */
  readonly report: (error: Error) => void;
}
export type JobHandlers = { readonly [Name in JobName]: (job: RunningJob<Name>) => Promise<void> };
/** Handlers for permanently failed jobs, also if the worker was killed on the last attempt. */
export type DeadJobHandlers = { readonly [Name in JobName]?: (data: JobData[Name]) => Promise<void> };

interface EnqueueOptions {
  readonly startAfterSeconds?: number;
  /** Each process runs only one job of a group at a time. */
  readonly group?: string;
  /** Jobs with a higher priority run first. The default is 0. */
  readonly priority?: number;
}

/** A permanently failed job, with the data of its kind. */
export type DeadJob = {
  readonly [Name in JobName]: DeadJobRow & { readonly name: Name; readonly data: JobData[Name] };
}[JobName];

/** Gives each job the id of the request that queued it. */
interface RequestIds {
  /** Returns the id of the request that is being answered, or that queued the running job. */
  readonly read: () => string | undefined;
  /** Runs a job under the id of the request that queued it, so that its log lines have it. */
  readonly run: <Result>(requestId: string | undefined, work: () => Result) => Result;
}

/** An attempt of a job that has ended. */
export interface EndedJob {
  readonly name: JobName;
  readonly id: string;
  readonly outcome: 'completed' | 'failed' | 'deadletter';
  readonly durationMs: number;
  /** The time since the job was due. */
  readonly waitedMs: number;
}

export interface JobQueue {
  /** Queues a job as part of `transaction`: it exists if and only if the transaction commits. */
  enqueue<Name extends JobName>(
    transaction: Prisma.TransactionClient,
    name: Name,
    data: JobData[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /**
   * Makes the workers of this process look for jobs of this kind now. Call it after the transaction that queued one for
   * which a user waits. Otherwise, or if the workers are in another process, they find the job within a second.
   */
  wake(name: JobName): void;
  /** Lists the permanently failed jobs of this kind, or of all, last failed first. */
  listDead(name: JobName | null, page: DeadJobsPage): Promise<DeadJob[]>;
  /** Queues a permanently failed job again, as part of `transaction`. Returns whether it existed. */
  retryDead(transaction: Prisma.TransactionClient, id: string): Promise<boolean>;
  /** Deletes a permanently failed job, as part of `transaction`. Returns whether it existed. */
  dropDead(transaction: Prisma.TransactionClient, id: string): Promise<boolean>;
  readDepths(): Promise<QueueDepth[]>;
  /** Returns the stories whose MP3 is queued or is being made. */
  findQueuedMp3s(storyIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the recordings whose transcription is queued or running. */
  findQueuedTranscriptions(recordingIds: readonly string[]): Promise<ReadonlySet<string>>;
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
      const deadLetter = toDeadQueue(name);
      await boss.createQueue(deadLetter, deadJobOptions);
      await boss.updateQueue(deadLetter, deadJobOptions);
      // An earlier version turned notifications on. Nothing listens, and each makes transactions commit one after another.
      const options = { ...queues[name], deadLetter, notify: false };
      await boss.createQueue(name, options);
      // The queue may exist already with the options of an earlier version.
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: true });
  }
}

interface JobQueueOptions {
  readonly database: Pick<Database, 'background'>;
  /** Called with errors of the queue itself and of every failed attempt of a job. */
  readonly onError: (error: Error) => void;
  readonly onEnd?: (ended: EndedJob) => void;
  readonly requestIds?: RequestIds;
}

const withoutRequestIds: RequestIds = { read: () => undefined, run: (_requestId, work) => work() };

/** Starts the queue in the schema `pgboss`, which `prepareJobQueue` created. */
export async function startJobQueue({
  database,
  onError,
  onEnd = () => {},
  requestIds = withoutRequestIds,
}: JobQueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: database.background },
    // The role of the workers may neither change nor rebuild the schema.
    migrate: false,
    reindex: false,
    schedule: false,
    // pg-boss would first wait a whole interval after each start, so `superviseJobs` replaces its timer.
    supervise: false,
    monitorIntervalSeconds: 1,
    // By default, jobs whose time is over would stay for up to another day.
    maintenanceIntervalSeconds: 300,
  });
  boss.on('error', onError);
  await whenAvailable(() => boss.start());
  await whenAvailable(() => keepWaitingJobs(database));
  const workers = new Map<string, string[]>();
  const loops: (() => Promise<void>)[] = [];
  const wake = (queue: string): void => workers.get(queue)?.forEach((worker) => boss.notifyWorker(worker));

  async function workOn<Name extends JobName>(name: Name, handle: JobHandlers[Name]): Promise<void> {
    const options = {
      includeMetadata: true,
      localGroupConcurrency: 1,
      pollingIntervalSeconds,
      perJobResults: true,
    } as const;
    async function run(job: JobWithMetadata<QueuedData<Name>>): Promise<JobResult> {
      const { requestId, ...data } = job.data;
      const isLastAttempt = job.retryCount >= job.retryLimit;
      const report = (cause: unknown): void => onError(new Error(`job ${name} ${job.id} failed`, { cause }));
      const startedMs = performance.now();
      const end = (outcome: EndedJob['outcome']): void => {
        const waitedMs = Math.max(0, job.startedOn.getTime() - job.startAfter.getTime());
        onEnd({ name, id: job.id, outcome, durationMs: performance.now() - startedMs, waitedMs });
      };
      return requestIds.run(requestId, async () => {
        try {
          // The rest of the queued data belongs to the job.
          const { signal, priority } = job;
          await handle({ data: data as unknown as JobData[Name], priority, signal, isLastAttempt, report });
          end('completed');
          return { id: job.id, status: 'completed' };
        } catch (error) {
          report(error);
          const status = error instanceof FinalJobError ? 'deadletter' : 'failed';
          end(status);
          return { id: job.id, status, output: error };
        }
      });
    }
    for (let count = 0; count < workersPerQueue; count += 1) {
      const worker = await boss.work(name, options, async (jobs: JobWithMetadata<QueuedData<Name>>[]) => {
        const results: JobResult[] = [];
        for (const job of jobs) results.push(await run(job));
        // Looks for the next job at once, because there may be a backlog.
        boss.notifyWorker(worker);
        return results;
      });
      workers.set(name, [...(workers.get(name) ?? []), worker]);
    }
  }

  async function workOnDead<Name extends JobName>(name: Name, handle: DeadJobHandlers[Name]): Promise<void> {
    if (!handle) return;
    const queue = toDeadQueue(name);
    const worker = await boss.work(
      queue,
      { pollingIntervalSeconds },
      async (jobs: Job<QueuedData<Name>>[]) => {
        for (const { data } of jobs) await requestIds.run(data.requestId, () => handle(data));
        boss.notifyWorker(worker);
      },
    );
    workers.set(queue, [worker]);
  }

  return {
    enqueue: async (transaction, name, data, { startAfterSeconds, group, priority } = {}) => {
      const requestId = requestIds.read();
      await boss.send(name, requestId === undefined ? data : { ...data, requestId }, {
        db: fromPrisma(transaction),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(group === undefined ? {} : { group: { id: group } }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    wake,
    listDead: async (name, page) => {
      const rows = await listDeadJobs(database, name === null ? jobNames : [name], page);
      return rows as DeadJob[]; // the data of a row matches its queue
    },
    retryDead: (transaction, id) => retryDeadJob(boss, transaction, id),
    dropDead: dropDeadJob,
    readDepths: () => readQueueDepths(database),
    findQueuedMp3s: (storyIds) => findQueued(database, ['make-mp3'], 'storyId', storyIds),
    findQueuedTranscriptions: (ids) =>
      // A recording that is about to be given up counts too: otherwise a start would try again what killed its workers.
      findQueued(database, ['transcribe-recording', 'transcribe-recording.dead'], 'recordingId', ids),
    work: async (handlers, deadHandlers) => {
      const supervision = superviseJobs(boss, database, wake, onError);
      loops.push(supervision.stop);
      // Waits for the first look, because the jobs of a dead worker are the oldest, and a new worker would take others
      // before them.
      await supervision.looked;
      for (const name of jobNames) await workOnDead(name, deadHandlers[name]);
      for (const name of jobNames) await workOn<JobName>(name, handlers[name]);
    },
    stop: async (timeoutMs) => {
      const drained = Promise.all([...workers.keys()].map((queue) => boss.offWork(queue)));
      const timeUp = delay(timeoutMs, undefined, { ref: false });
      await Promise.all([...loops.map((stop) => stop()), Promise.race([drained, timeUp])]);
      // A graceful stop would look every 500 ms only, at first too. This one gives back the jobs that still run.
      await boss.stop({ graceful: false });
    },
  };
}
