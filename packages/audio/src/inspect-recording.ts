import type { Inspection } from './inspection-result.ts';
import { runApart, type ProcessLimits, type RunOptions } from './run-apart.ts';

const defaultLimits: ProcessLimits = {
  // A full-length recording takes less than two seconds of one core; the rest allows for busy machines.
  timeLimitMs: 60_000,
  // A small computer needs a third of it for a full-length recording.
  cpuLimitMs: 20_000,
  // A full-length recording takes a tenth of it; a file that needs more is hostile.
  heapMegabytes: 256,
  memoryMegabytes: 512,
};

/**
 * Inspects the bytes of a recording in a process of its own. Refuses a file that takes more memory or CPU time than any
 * recording needs.
 *
 * Throws if the inspection itself failed, also if it took longer than `timeLimitMs`: the machine may be busy, which is no
 * reason to refuse a recording.
 */
export const inspectRecording = (
  bytes: Uint8Array,
  { onUsed, ...given }: Partial<ProcessLimits> & Pick<RunOptions, 'onUsed'> = {},
): Promise<Inspection> => runApart<Inspection>('inspect', bytes, { ...defaultLimits, ...given }, { onUsed });
