import { Worker } from 'node:worker_threads';

/** How POSIX says that a process has used up its time of a core; unlike SIGXCPU it leaves no core dump. */
export const signalOfWorkLimit = 'SIGVTALRM';

const lookEveryMs = 100;

/**
 * Ends this process by `signalOfWorkLimit` once it has kept a core busy for so long. A thread of its own looks: a parser
 * that has lost its way lets no timer of its own thread through.
 */
export function limitWork(limitMs: number): void {
  const watch = `setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > ${limitMs * 1000}) process.kill(process.pid, '${signalOfWorkLimit}');
  }, ${lookEveryMs})`;
  new Worker(watch, { eval: true }).unref();
}
