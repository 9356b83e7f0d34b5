import { limits } from '@relato/contract/limits';

const { maxDurationMs } = limits.recording;

export interface RecordingTime {
  readonly recordedMs: number;
  readonly remainingMs: number;
  /** Recorded time divided by the maximum, from 0 to 1. */
  readonly ratio: number;
  readonly isAtLimit: boolean;
}

/** What the time panel shows. Whole seconds, so that both readouts turn together and always add up to the maximum. */
export function toRecordingTime(elapsedMs: number): RecordingTime {
  const recordedMs = Math.floor(Math.min(Math.max(elapsedMs, 0), maxDurationMs) / 1000) * 1000;
  return {
    recordedMs,
    remainingMs: maxDurationMs - recordedMs,
    ratio: recordedMs / maxDurationMs,
    isAtLimit: elapsedMs >= maxDurationMs,
  };
}
