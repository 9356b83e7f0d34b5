import { Worker } from 'node:worker_threads';

/** The POSIX signal for used-up CPU time. Unlike SIGXCPU it writes no core dump. */
export const limitSignal = 'SIGVTALRM';
const intervalMs = 100;

/**
 * Kills this process with `limitSignal` when it exceeds `cpuLimitMs` of CPU time or `memoryMegabytes`. A separate thread
 * checks, because an engine in an endless loop blocks the timers of its own thread.
 */
export function limitProcess(cpuLimitMs: number, memoryMegabytes: number): void {
  const watch = `setInterval(() => {
    const { user, system } = process.cpuUsage();
    const isOver = user + system > ${cpuLimitMs * 1000} || process.memoryUsage.rss() > ${memoryMegabytes * 2 ** 20};
    if (isOver) process.kill(process.pid, '${limitSignal}');
  }, ${intervalMs})`;
  new Worker(watch, { eval: true }).unref();
}
