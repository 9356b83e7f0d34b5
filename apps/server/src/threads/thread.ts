import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  /** The limit for one task with the start of the thread, which is slow on a busy machine. */
  readonly timeLimitMs: number;
  /** An idle thread ends after this time and frees its memory. */
  readonly idleMs: number;
}

const defaults: ThreadLimits = { timeLimitMs: 10_000, idleMs: 60_000 };
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 } as const;

/**
 * Returns a function that runs tasks one after another in a thread of its own, because each task would block this thread.
 * The thread runs `file`, which calls `serveThread`, and starts with the first task.
 */
export function createThread<Result>(
  file: URL,
  { timeLimitMs, idleMs }: ThreadLimits = defaults,
): (task: unknown) => Promise<Result> {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function end(): void {
    void thread?.terminate();
    thread = null;
  }

  async function runNow(task: unknown): Promise<Result> {
    clearTimeout(idle);
    thread ??= start(file);
    thread.postMessage(task, []);
    try {
      const [result] = await once(thread, 'message', { signal: AbortSignal.timeout(timeLimitMs) });
      idle = setTimeout(end, idleMs).unref();
      return result as Result; // the thread sends nothing else
    } catch (error) {
      end();
      throw error;
    }
  }

  return (task) => {
    const done = last.then(() => runNow(task));
    last = done.catch(() => {});
    return done;
  };
}

function start(file: URL): Worker {
  const thread = new Worker(file, { resourceLimits: heap });
  // An error only rejects the waiting task.
  thread.on('error', () => {});
  thread.unref();
  return thread;
}
