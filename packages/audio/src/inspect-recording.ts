import { fork, type ChildProcess } from 'node:child_process';
import { limits } from '@relato/contract/limits';
import type { Inspection } from './inspection-result.ts';
import { cpuLimitSignal } from './cpu-limit.ts';

/** A full-length recording takes about two seconds of one core; the rest allows for busy machines. */
const defaultTimeLimitMs = 60_000;
/** CPU time, which does not depend on the load. A small computer needs a third of it for a full-length recording. */
const defaultCpuLimitMs = 20_000;
/** A full-length recording takes a tenth of it; a file that needs more is hostile. */
const defaultHeapMegabytes = 256;

/**
 * Inspects the bytes of a recording in a process of its own: decoding would block this one, and a file that makes a parser
 * exhaust the memory aborts its whole process. Refuses a file that takes more memory or CPU time than any recording needs.
 *
 * Throws if the inspection itself failed, also if it took longer than `timeLimitMs`: the machine may be busy, which is no
 * reason to refuse a recording.
 */
export async function inspectRecording(
  bytes: Uint8Array,
  {
    timeLimitMs = defaultTimeLimitMs,
    cpuLimitMs = defaultCpuLimitMs,
    heapMegabytes = defaultHeapMegabytes,
  }: {
    readonly timeLimitMs?: number;
    readonly cpuLimitMs?: number;
    readonly heapMegabytes?: number;
  } = {},
): Promise<Inspection> {
  if (bytes.length === 0) return { ok: false, reason: 'AUDIO_EMPTY' };
  if (bytes.length > limits.recording.maxBytes) return { ok: false, reason: 'AUDIO_TOO_BIG' };
  const child = fork(new URL('inspection-process.ts', import.meta.url), [String(cpuLimitMs)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    // The decoder and the parsers log every damaged packet to the console.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The process that reads hostile bytes gets no secrets.
    env: {},
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  try {
    return await answerOf(child, bytes);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function answerOf(child: ChildProcess, bytes: Uint8Array): Promise<Inspection> {
  return new Promise((resolve, reject) => {
    child.once('message', (inspection) => resolve(inspection as unknown as Inspection)); // it sends nothing else
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // V8 aborts like this when its heap is full.
      const isOutOfMemory = signal === 'SIGABRT' || code === 134;
      const isOverCpuLimit = signal === cpuLimitSignal;
      if (isOutOfMemory || isOverCpuLimit) resolve({ ok: false, reason: 'AUDIO_UNDECODABLE' });
      else reject(new Error(`Inspection ended without an answer: ${signal ?? code}`));
    });
    // A child that ends before it has read everything is reported by its exit event.
    child.send(bytes, () => undefined);
  });
}
