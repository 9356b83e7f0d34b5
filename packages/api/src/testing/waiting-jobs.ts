import type { JobName } from '@relato/contract';
import type { JobData, JobQueue } from '../jobs/queue.ts';

export interface QueuedJob {
  readonly name: JobName;
  readonly data: JobData[JobName];
  readonly startAfterSeconds: number;
  readonly priority: number;
  readonly group?: string | undefined;
}

/** Creates a queue that keeps its jobs until a test takes them out. */
export function createWaitingJobs() {
  const queued: QueuedJob[] = [];
  /** Kept separately, because they take longer than most tests need. */
  const queuedMp3s: QueuedJob[] = [];
  const jobs: JobQueue = {
    enqueue: async (_transaction, name, data, options) => {
      const job = { startAfterSeconds: 0, priority: 0, ...options, name, data };
      (name === 'make-mp3' ? queuedMp3s : queued).push(job);
    },
    wake: () => {},
    listDead: async () => [],
    retryDead: async () => false,
    dropDead: async () => false,
    readDepths: async () => [],
    findQueuedMp3s: async (ids) =>
      new Set(
        queuedMp3s.flatMap(({ data }) =>
          'storyId' in data && ids.includes(data.storyId) ? [data.storyId] : [],
        ),
      ),
    findQueuedTranscriptions: async (ids) =>
      new Set(
        queued.flatMap(({ name, data }) =>
          name === 'transcribe-recording' && 'recordingId' in data && ids.includes(data.recordingId)
            ? [data.recordingId]
            : [],
        ),
      ),
    work: async () => {},
    stop: async () => {},
  };
  return { jobs, queued, queuedMp3s };
}
