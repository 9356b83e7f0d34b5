import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { stopAtEnd } from './at-end.ts';

export interface Child {
  readonly pid: number;
  /** The time from the start of the process to its first matching line. */
  readonly startMs: number;
  /** Ends the process and waits for it. */
  readonly stop: () => Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The line with which the process reports that it listens. */
  readonly ready: RegExp;
  readonly timeoutMs?: number;
}

const graceMs = 25_000;
const children = new Set<ChildProcess>();
// No child outlives this process, however it ends.
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** Starts a process and waits until it is ready. Throws with its output if it ends before that or takes too long. */
export async function startChild({
  name,
  command,
  args,
  env = {},
  cwd,
  ready,
  timeoutMs = 150_000,
}: ChildOptions): Promise<Child> {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve('it ended'));
  });
  void ended.then(() => children.delete(child));
  const isReady = new Promise<null>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        if (output.length > 200_000) return;
        output += chunk.toString('utf8');
        if (ready.test(output)) resolve(null);
      });
    }
  });
  const stop = stopAtEnd(async () => {
    child.kill('SIGTERM');
    const isLate = await Promise.race([ended.then(() => false), delay(graceMs, true, { ref: false })]);
    if (isLate) child.kill('SIGKILL');
    await ended;
  });
  const deadline = new AbortController();
  const failure = await Promise.race([
    isReady,
    ended,
    delay(timeoutMs, `it was not ready after ${timeoutMs} ms`, { signal: deadline.signal, ref: false }),
  ]);
  deadline.abort();
  const { pid } = child;
  if (failure !== null || pid === undefined) {
    await stop();
    throw new Error(`${name} did not start: ${failure ?? ''}\n${output.slice(-2_000)}`);
  }
  return { pid, startMs: performance.now() - startedAt, stop };
}
