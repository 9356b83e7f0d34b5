import type { encodeBytes } from './encode-bytes.ts';
import { Refusal } from './refusal.ts';
import { runApart, type ProcessLimits, type RunOptions } from './run-apart.ts';

const defaultLimits: ProcessLimits = {
  // A full-length recording takes about six seconds of one core; the rest allows for busy machines.
  timeLimitMs: 240_000,
  // A small computer needs a third of it for a full-length recording.
  cpuLimitMs: 80_000,
  heapMegabytes: 256,
  memoryMegabytes: 512,
};

/** An MP3 of one channel, with the samples that players play of it. */
interface Mp3 {
  readonly mp3: Uint8Array<ArrayBuffer>;
  readonly durationMs: number;
}

/**
 * Encodes a recording as MP3, in a process of its own: 64 kbit/s, without metadata, each sound at the time at which players
 * play it in the recording.
 *
 * Throws Refusal for bytes that are no acceptable recording, or that take more memory or CPU time than any recording needs,
 * the reason of `signal`, and other errors if the encoding itself failed, also if it took longer than `timeLimitMs`.
 */
export async function encodeMp3(
  bytes: Uint8Array,
  { signal, onUsed, ...given }: Partial<ProcessLimits> & RunOptions = {},
): Promise<Mp3> {
  const encoded = await runApart<Awaited<ReturnType<typeof encodeBytes>>>(
    'encode',
    bytes,
    { ...defaultLimits, ...given },
    { signal, onUsed },
  );
  if (!encoded.ok) throw new Refusal(encoded.reason);
  return { mp3: encoded.mp3, durationMs: encoded.durationMs };
}
