import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** The signal with which the process of an engine ends itself when it uses too much memory. It writes no core dump. */
export const memoryLimitSignal = 'SIGUSR2';

/** Half of the lowest priority, so that the web server comes first on a busy machine. */
const niceness = 10;
const intervalMs = 100;

/**
 * Gives this process a low priority, and ends it when it uses more than `maxBytes` of memory or its parent has ended. A
 * separate thread checks this, because native code may block the main one.
 */
export function limitEngine(maxBytes: number): void {
  // Linux threads inherit the priority of the thread that starts them, so this must come first.
  setPriority(niceness);
  const watch = `setInterval(() => {
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, '${memoryLimitSignal}');
  }, ${intervalMs})`;
  new Worker(watch, { eval: true }).unref();
}
