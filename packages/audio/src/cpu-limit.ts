import { Worker } from 'node:worker_threads';

/** The POSIX signal for used-up CPU time; unlike SIGXCPU it writes no core dump. */
export const cpuLimitSignal = 'SIGVTALRM';

const intervalMs = 100;

/**
 * Kills this process with `cpuLimitSignal` once it has used `limitMs` of CPU time. A separate thread checks, because a
 * parser in an endless loop blocks the timers of its own thread.
 */
export function limitCpuTime(limitMs: number): void {
  const watch = `setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > ${limitMs * 1000}) process.kill(process.pid, '${cpuLimitSignal}');
  }, ${intervalMs})`;
  new Worker(watch, { eval: true }).unref();
}
