import { execFileSync } from 'node:child_process';

/**
 * Pauses a process and its children with SIGSTOP, which leaves their connections open and silent. Returns a function that
 * continues them.
 */
export function freezeTree(parent: number): () => void {
  const pids = listTree(parent);
  signal(pids, 'SIGSTOP');
  return () => signal(pids.toReversed(), 'SIGCONT');
}

/** Sends a signal to the processes that still exist, because PostgreSQL ends its own at any time. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** Lists a process before its children, because it would start new ones. */
function listTree(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/u).map(Number));
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))];
}
