import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const tickMs = 10;

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Of the process, and of its children that have ended. */
  readonly cpuMs: number;
}

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid, parent, cpuMs: ticks * tickMs };
  } catch {
    // It has ended, or this is not Linux.
    return null;
  }
}

const listProcesses = (): readonly Process[] => {
  try {
    return readdirSync('/proc').flatMap((name) => {
      const found = /^\d+$/.test(name) ? readProcess(Number(name)) : null;
      return found ? [found] : [];
    });
  } catch {
    return [];
  }
};

/** Returns the processes of a tree. `without` cuts off the tree of another process. */
function listTree(root: number, without: number | null): readonly Process[] {
  const all = listProcesses();
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter((each) => each.parent === pid && each.pid !== without));
  return tree;
}

/** Returns the CPU time that a process and its children have used so far, or null where it cannot be read. */
export function readCpuMs(root: number, without: number | null = null): number | null {
  const tree = listTree(root, without);
  return tree.length === 0 ? null : tree.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Returns the resident memory of a process in megabytes, or null where it cannot be read. */
export function readMemoryMb(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

export const readParent = (pid: number): number | null => readProcess(pid)?.parent ?? null;
