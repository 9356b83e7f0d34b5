import { readdirSync, readFileSync } from 'node:fs';

const intervalMs = 100;

export interface MemoryWatch {
  /** Returns the largest total of resident memory so far, of this process and those that it started. */
  readonly readPeakBytes: () => number;
  readonly end: () => void;
}

/** Watches the memory of this process and of those that it starts. On systems without /proc it watches this process only. */
export function watchMemory(): MemoryWatch {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss() + memoryOfChildren());
  };
  look();
  const timer = setInterval(look, intervalMs).unref();
  return {
    readPeakBytes: () => {
      look();
      return peak;
    },
    end: () => clearInterval(timer),
  };
}

interface Process {
  readonly id: string;
  readonly parent: string;
  readonly bytes: number;
}

function memoryOfChildren(): number {
  const processes = listProcesses();
  const sumOf = (parent: string): number =>
    processes
      .filter((process) => process.parent === parent)
      .reduce((sum, { id, bytes }) => sum + bytes + sumOf(id), 0);
  return sumOf(String(process.pid));
}

function listProcesses(): readonly Process[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => readProcess(id) ?? []);
}

function readProcess(id: string): Process | null {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    const [, parent = ''] = /^PPid:\s+(\d+)/m.exec(status) ?? [];
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(status) ?? [];
    return { id, parent, bytes: Number(kilobytes) * 1024 };
  } catch {
    // The process ended between the two reads.
    return null;
  }
}
