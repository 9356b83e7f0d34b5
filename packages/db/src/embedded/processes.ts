import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from '@relato/contract/errors';

const run = promisify(execFile);

/** Returns whether a process, even another user's or a zombie, has this pid. */
export function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

export const isAlive = (pid: number): boolean => isPidInUse(pid) && !isZombie(pid);

/** A zombie has ended but was not reaped. It stays for good in a container whose first process does not reap orphans. */
function isZombie(pid: number): boolean {
  try {
    return statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'))[0] === 'Z';
  } catch {
    return false;
  }
}

/** Returns the fields after the program's name, which may itself contain spaces. */
const statFields = (line: string): string[] => line.slice(line.lastIndexOf(')') + 2).split(' ');

/** Returns the executable and the working directory of a process, or null if the system does not reveal them. */
export async function getExecutableAndFolder(
  pid: number,
): Promise<{ program: string; folder: string } | null> {
  try {
    const [program, folder] = await Promise.all([readlink(`/proc/${pid}/exe`), readlink(`/proc/${pid}/cwd`)]);
    return { program: program.replace(/ \(deleted\)$/, ''), folder };
  } catch {
    return null;
  }
}

/** Lists the pids of all processes; empty on a system without /proc. */
export async function listProcesses(): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

export interface ChildProcessWork {
  readonly pid: number;
  readonly title: string;
  /** The letter of `ps`, such as S for a process that sleeps until it is woken. */
  readonly state: string;
  /** The processor time, reads and writes so far, in a form that is only comparable. */
  readonly work: string;
}

/** Lists the children of a process and their work so far. Returns null on a system that does not reveal it. */
export async function listChildren(parent: number): Promise<readonly ChildProcessWork[] | null> {
  const pids = await listProcesses();
  if (pids.length === 0) return null;
  const children = await Promise.all(pids.map((pid) => readChild(pid, parent)));
  return children.filter((child) => child !== null);
}

/** Returns null for a process that has ended or has another parent. */
async function readChild(pid: number, parent: number): Promise<ChildProcessWork | null> {
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  // Fields 3, 4, 14 and 15 of /proc/{pid}/stat: state, parent, ticks in user mode and in the kernel.
  const [state = '', parentPid, ...fields] = statFields(await read('stat'));
  if (Number(parentPid) !== parent) return null;
  const [title, io] = await Promise.all([read('cmdline'), read('io')]);
  return { pid, title, state, work: `${fields[9]} ${fields[10]} ${io}` };
}

/**
 * Returns the start time of a process, in a form that is only comparable. Together with the pid, which may be reused, it
 * identifies a process. Returns null if the system does not reveal it.
 */
export async function getStartTime(pid: number): Promise<string | null> {
  try {
    // Field 22 of /proc/{pid}/stat: ticks since boot.
    return statFields(await readFile(`/proc/${pid}/stat`, 'utf8'))[19] ?? null;
  } catch {
    return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
      ({ stdout }) => stdout.trim() || null,
      () => null,
    );
  }
}

/** Polls a condition every 10 ms, for at most `timeoutMs`. Returns whether it became true. */
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
