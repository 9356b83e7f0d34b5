import { fork, type ChildProcess } from 'node:child_process';
import { limits } from '@relato/contract/limits';
import { limitSignal } from './limit-process.ts';
import type { Refused } from '../refusal.ts';

/** The work of a process. */
export type Task = 'inspect' | 'decode' | 'encode' | 'measure';

export interface ProcessLimits {
  /** The time limit of the process. It says nothing about the file, because the machine may be busy. */
  readonly timeLimitMs: number;
  /** The CPU time, which does not depend on the load. */
  readonly cpuLimitMs: number;
  /** The memory for JavaScript's objects. */
  readonly heapMegabytes: number;
  /** The total memory with decoders and samples. */
  readonly memoryMegabytes: number;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called at the end with the CPU time of the task. A killed process does not report its CPU time, so this is its running
   * time, but at most its limit.
   */
  readonly onUsed?: ((cpuMs: number) => void) | undefined;
}

/** The message of a process at its end. */
export interface Answer<Result> {
  readonly result: Result | Refused;
  /** Null for a killed process. */
  readonly cpuMs: number | null;
}

/**
 * Runs a task on the bytes of a recording in a process of its own, because decoding would block this one, and a file that
 * makes the engine exhaust the memory aborts its whole process. Refuses a file that exceeds the limits of memory or CPU
 * time. Throws if the task itself failed or exceeded `timeLimitMs`, and the reason of `signal`.
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
    // The process that reads hostile bytes gets no secrets, only the folder of compiled code.
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
    // The exit event reports a child that ends before it has read everything.
    child.send(bytes, () => undefined);
  });
}
