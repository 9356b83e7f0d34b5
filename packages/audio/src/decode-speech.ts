import type { decodeBytes } from './decode-bytes.ts';
import { Refusal } from './refusal.ts';
import { runApart, type ProcessLimits, type RunOptions } from './run-apart.ts';

const defaultLimits: ProcessLimits = {
  // A full-length recording takes about three seconds of one core; the rest allows for busy machines.
  timeLimitMs: 120_000,
  // A small computer needs a third of it for a full-length recording.
  cpuLimitMs: 40_000,
  heapMegabytes: 256,
  memoryMegabytes: 512,
};

/**
 * Decodes a recording for speech recognition, in a process of its own: one channel of 16 kHz, from -1 to 1. Sample n is what
 * players play at n / 16000 seconds.
 *
 * Throws Refusal for bytes that are no acceptable recording, or that take more memory or CPU time than any recording needs,
 * the reason of `signal`, and other errors if the decoding itself failed, also if it took longer than `timeLimitMs`.
 */
export async function decodeSpeech(
  bytes: Uint8Array,
  { signal, ...given }: Partial<ProcessLimits> & Pick<RunOptions, 'signal'> = {},
): Promise<Float32Array<ArrayBuffer>> {
  const decoded = await runApart<Awaited<ReturnType<typeof decodeBytes>>>(
    'decode',
    bytes,
    { ...defaultLimits, ...given },
    { signal },
  );
  if (!decoded.ok) throw new Refusal(decoded.reason);
  return decoded.samples;
}
