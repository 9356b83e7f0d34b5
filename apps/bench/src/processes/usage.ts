import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const tickMs = 10;

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** The CPU time of the process and of its ended children. */
  readonly cpuMs: number;
}

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return { pid, parent: Number(fields[1]), cpuMs: ticks * tickMs };
  } catch {
    // The process has ended, or this is not Linux.
    return null;
  }
}

/**
 * Returns the CPU time of a process and its children so far, or null if it is unreadable. `without` excludes the tree of
 * another process.
 */
export function readCpuMs(root: number, without: number | null = null): number | null {
  const first = readProcess(root);
  if (first === null) return null;
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  );
  const tree = [first];
  for (const { pid } of tree) tree.push(...all.filter((each) => each.parent === pid && each.pid !== without));
  return tree.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Returns the resident memory of a process in megabytes, or null if it is unreadable. */
export function readMemoryMb(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

export const readParent = (pid: number): number | null => readProcess(pid)?.parent ?? null;
