import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether the number is taken, whoever's process it is and whether or not that one ended. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export const isAlive = (pid: number): boolean => isTaken(pid) && !isZombie(pid);

/** Ended, but not reaped: in a container whose first process does not look after orphans it stays so for good. */
function isZombie(pid: number): boolean {
  try {
    return statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'))[0] === 'Z';
  } catch {
    return false;
  }
}

/** The fields after the program's name, which may hold spaces itself. */
const statFields = (line: string): string[] => line.slice(line.lastIndexOf(')') + 2).split(' ');

/** The program and the folder that a process works in. Null where the system, or its owner, does not tell. */
export async function getPlaceOfWork(pid: number): Promise<{ program: string; folder: string } | null> {
  try {
    const [program, folder] = await Promise.all([readlink(`/proc/${pid}/exe`), readlink(`/proc/${pid}/cwd`)]);
    return { program: program.replace(/ \(deleted\)$/, ''), folder };
  } catch {
    return null;
  }
}

/** Every process number; none where the system does not tell. */
export async function listProcesses(): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/**
 * When a process began, in a form that only compares: with its number it names one process for good, as numbers are
 * used again. Null where the system does not tell.
 */
export async function getStartTime(pid: number): Promise<string | null> {
  try {
    // In ticks since the machine started: field 22 of /proc/{pid}/stat.
    return statFields(await readFile(`/proc/${pid}/stat`, 'utf8'))[19] ?? null;
  } catch {
    return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
      ({ stdout }) => stdout.trim() || null,
      () => null,
    );
  }
}

/** Asks every 10 ms, for as long as `timeoutMs`. Resolves with whether it came true. */
export async function waitUntil(
  timeoutMs: number,
  condition: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return condition();
}
