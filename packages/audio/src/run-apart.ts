import { fork, type ChildProcess } from 'node:child_process';
import { limits } from '@relato/contract/limits';
import { limitSignal } from './limit-process.ts';
import type { Refused } from './refusal.ts';

/** The work of a process. */
export type Task = 'inspect' | 'decode' | 'encode';

export interface ProcessLimits {
  /** Ends the process, which is no verdict about the file: the machine may be busy. */
  readonly timeLimitMs: number;
  /** CPU time, which does not depend on the load. */
  readonly cpuLimitMs: number;
  /** The memory of JavaScript's objects. */
  readonly heapMegabytes: number;
  /** All memory, with that of decoders and samples. */
  readonly memoryMegabytes: number;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called at the end with the CPU time that the task has taken, however it ended. A process that was killed does not tell: it
   * has taken the time until then at most, and no more than its limit.
   */
  readonly onUsed?: ((cpuMs: number) => void) | undefined;
}

/** What a process sends at its end. */
export interface Answer<Result> {
  readonly result: Result | Refused;
  /** Null for one that was killed. */
  readonly cpuMs: number | null;
}

/**
 * Runs a task on the bytes of a recording in a process of its own: decoding would block this one, and a file that makes
 * the engine exhaust the memory aborts its whole process. Refuses a file that takes more memory or CPU time than the limits.
 * Throws if the task itself failed, also if it took longer than `timeLimitMs`, and the reason of `signal`.
 */
export async function runApart<Result>(
  task: Task,
  bytes: Uint8Array,
  { timeLimitMs, cpuLimitMs, heapMegabytes, memoryMegabytes }: ProcessLimits,
  { signal, onUsed }: RunOptions,
): Promise<Result | Refused> {
  signal?.throwIfAborted();
  if (bytes.length === 0) return { ok: false, reason: 'AUDIO_EMPTY' };
  if (bytes.length > limits.recording.maxBytes) return { ok: false, reason: 'AUDIO_TOO_BIG' };
  const path = new URL('audio-process.ts', import.meta.url);
  const child = fork(path, [task, String(cpuLimitMs), String(memoryMegabytes)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The process that reads hostile bytes gets no secrets, only where compiled code is kept.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, timeLimitMs);
  signal?.addEventListener('abort', kill);
  const startedMs = performance.now();
  let usedMs: number | null = null;
  try {
    const { result, cpuMs } = await answerOf<Result>(child, task, bytes);
    usedMs = cpuMs;
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    kill();
    onUsed?.(usedMs ?? Math.min(performance.now() - startedMs, cpuLimitMs));
  }
}

function answerOf<Result>(child: ChildProcess, task: Task, bytes: Uint8Array): Promise<Answer<Result>> {
  return new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as unknown as Answer<Result>)); // it sends nothing else
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // V8 aborts like this when its heap is full.
      const isOutOfMemory = signal === 'SIGABRT' || code === 134;
      if (isOutOfMemory || signal === limitSignal)
        resolve({ result: { ok: false, reason: 'AUDIO_UNDECODABLE' }, cpuMs: null });
      else reject(new Error(`The process to ${task} ended without an answer: ${signal ?? code}`));
    });
    // A child that ends before it has read everything is reported by its exit event.
    child.send(bytes, () => undefined);
  });
}
