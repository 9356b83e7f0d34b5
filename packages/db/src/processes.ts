import { readFile } from 'node:fs/promises';

/** Whether a process has this number, whoever owns it. A child that ended but was not reaped counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * When a process began, in a form that only compares: with its number it names one process for good, as numbers are
 * used again. Null where the system does not tell (it is field 22 of /proc/{pid}/stat).
 */
export async function getStartTime(pid: number): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Asks every 20 ms, for as long as `timeoutMs`. Resolves with whether it came true. */
export async function waitUntil(timeoutMs: number, condition: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return condition();
}
