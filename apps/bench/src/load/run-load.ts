import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ListenJob, ListenResult, LoadJob, LoadResult } from './protocol.ts';

/** A request may wait ten seconds at the end of the load, and a busy machine takes some to start the process. */
const marginMs = 60_000;

/** A process that makes load, one job after the other. */
interface JobProcess<Job, Result> {
  readonly run: (job: Job) => Promise<Result>;
  readonly stop: () => void;
}
export type LoadMaker = JobProcess<LoadJob, LoadResult>;

function startJobProcess<Job extends { readonly durationMs: number }, Result>(
  script: string,
): JobProcess<Job, Result> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  let child: ChildProcess | null = null;
  const stop = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };
  process.once('exit', stop);
  return {
    run: async (job) => {
      child ??= fork(path, { serialization: 'advanced' });
      const running = child;
      const waiting = new AbortController();
      const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(job.durationMs + marginMs)]);
      const ended = once(running, 'exit', { signal }).then(() => {
        throw new Error('The process that makes the load ended');
      });
      try {
        running.send(job);
        const [result] = await Promise.race([once(running, 'message', { signal }), ended]);
        return result as Result; // what the script sends
      } catch (error) {
        stop();
        throw error;
      } finally {
        ended.catch(() => {});
        waiting.abort();
      }
    },
    stop,
  };
}

export const startLoadMaker = (): LoadMaker => startJobProcess<LoadJob, LoadResult>('load-process.ts');
export const startListeners = (): JobProcess<ListenJob, ListenResult> =>
  startJobProcess<ListenJob, ListenResult>('listen-process.ts');
