import { execFileSync } from 'node:child_process';

/**
 * Stops a process and its children by SIGSTOP, which leaves their connections open and silent. Returns the function that
 * lets them go on.
 */
export function freezeTree(parent: number): () => void {
  const pids = listTree(parent);
  signal(pids, 'SIGSTOP');
  return () => signal(pids.toReversed(), 'SIGCONT');
}

/** Sends a signal to those processes that are still there: PostgreSQL ends its own as it likes. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Lists a process first, which would start new ones, and then its children. */
function listTree(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/u).map(Number));
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))];
}
