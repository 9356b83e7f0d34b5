import { limits } from '../limits.ts';

/** The loudness of a recording by EBU R 128. */
export interface Loudness {
  readonly lufs: number;
  /** In dBTP. */
  readonly truePeak: number;
}

/**
 * Returns the gain, in tenths of a decibel, that makes a recording as loud as all others, or as loud as possible without
 * clipping.
 */
export function toGainDb({ lufs, truePeak }: Loudness): number {
  const { lufs: target, maxTruePeak, maxGainDb } = limits.recording.loudness;
  return Math.floor(Math.min(target - lufs, maxTruePeak - truePeak, maxGainDb) * 10) / 10;
}
