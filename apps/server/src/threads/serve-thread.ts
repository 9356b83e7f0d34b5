import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';

const niceness = 10;

/** Lets a busy machine do everything else first. Linux has a priority for each thread, by the number of its id. */
function yieldToOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // Other systems keep the priority of the process.
  }
}

/** Returns the function that collects garbage. The flag affects contexts that are created later. */
function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void; // as V8 declares it
}

/** Answers the tasks of `createThread` inside its thread. An error ends the thread. */
export function serveThread(run: (task: never) => unknown): void {
  yieldToOthers();
  const collectGarbage = exposeCollector();
  const answer = async (task: unknown): Promise<void> => {
    const result = await run(task as never); // the creator of the thread sends what `run` takes
    // A picture takes 8 MB that V8 does not count, and would keep for minutes. V8 frees them in a later turn.
    collectGarbage();
    setImmediate(() => parentPort?.postMessage(result, []));
  };
  parentPort?.on('message', (task) => void answer(task));
}
