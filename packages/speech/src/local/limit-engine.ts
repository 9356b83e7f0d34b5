import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** The signal with which the process of an engine ends itself when it uses too much memory. It writes no core dump. */
export const memoryLimitSignal = 'SIGUSR2';

/** The lowest priority but one half: on a busy machine the web server comes first. */
const niceness = 10;
const intervalMs = 100;

/**
 * Gives this process a low priority, and ends it once it uses more than `maxBytes` of memory or its parent is gone. A
 * separate thread checks, because native code may block the main one.
 */
export function limitEngine(maxBytes: number): void {
  // On Linux, threads inherit the priority of the thread that starts them, so this comes before any other.
  setPriority(niceness);
  const watch = `setInterval(() => {
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, '${memoryLimitSignal}');
  }, ${intervalMs})`;
  new Worker(watch, { eval: true }).unref();
}
