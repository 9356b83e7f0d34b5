import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';

const niceness = 10;

/** On a busy machine everything else comes first. Linux gives each thread a priority of its own, by the name of its id. */
function yieldToOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // Other systems run it with the priority of the process.
  }
}

/** Returns the function that collects garbage. The flag counts for contexts that are made from now on. */
function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void; // as V8 declares it
}

/** Answers the tasks of `createThread`, in its thread. An error ends the thread. */
export function serveThread(run: (task: never) => unknown): void {
  yieldToOthers();
  const collectGarbage = exposeCollector();
  const answer = async (task: unknown): Promise<void> => {
    const result = await run(task as never); // the creator of the thread sends what `run` takes
    // A picture is 8 MB of memory that V8 does not count, and would not give back for minutes. It does so in a later turn.
    collectGarbage();
    setImmediate(() => parentPort?.postMessage(result, []));
  };
  parentPort?.on('message', (task) => void answer(task));
}
