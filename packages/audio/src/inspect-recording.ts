import { fork, type ChildProcess } from 'node:child_process';
import { limits } from '@relato/contract/limits';
import type { Inspection } from './inspection.ts';
import { signalOfWorkLimit } from './work-limit.ts';

/** A full-length recording takes about two seconds of one core; the rest is for machines that are busy. */
const defaultTimeLimitMs = 60_000;
/** Of a core, however busy the machine is. A small computer at home needs a third of it for a full-length recording. */
const defaultWorkLimitMs = 20_000;
/** A full-length recording takes a tenth of it; what makes a parser ask for more is hostile. */
const defaultHeapMegabytes = 256;

/**
 * Finds out what the bytes of a recording really are, in a process of its own. Decoding would keep this one from
 * answering others, and a file that makes a parser ask for all memory aborts the process, threads included. What takes
 * more memory or more work than any recording needs is refused.
 *
 * Throws when the inspection itself failed, also when it took longer than `timeLimitMs`: that may be a busy machine as
 * well as a hostile file, and nobody's recording is refused for the former.
 */
export async function inspectRecording(
  bytes: Uint8Array,
  {
    timeLimitMs = defaultTimeLimitMs,
    workLimitMs = defaultWorkLimitMs,
    heapMegabytes = defaultHeapMegabytes,
  }: {
    readonly timeLimitMs?: number;
    readonly workLimitMs?: number;
    readonly heapMegabytes?: number;
  } = {},
): Promise<Inspection> {
  if (bytes.length === 0) return { ok: false, reason: 'AUDIO_EMPTY' };
  if (bytes.length > limits.recording.maxBytes) return { ok: false, reason: 'AUDIO_TOO_BIG' };
  const child = fork(new URL('inspection-process.ts', import.meta.url), [String(workLimitMs)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    // Decoder and parsers complain of every damaged packet to the console.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // What reads hostile bytes knows no secrets.
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
      // How V8 ends when the heap is full.
      const isOutOfMemory = signal === 'SIGABRT' || code === 134;
      const isOutOfWork = signal === signalOfWorkLimit;
      if (isOutOfMemory || isOutOfWork) resolve({ ok: false, reason: 'AUDIO_UNDECODABLE' });
      else reject(new Error(`Inspection ended without an answer: ${signal ?? code}`));
    });
    // A child that is gone before it has read everything is told of by its exit.
    child.send(bytes, () => undefined);
  });
}
