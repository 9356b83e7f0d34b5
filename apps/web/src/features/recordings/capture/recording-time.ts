import { limits } from '@relato/contract/limits';

const { closingMarksMs, maxDurationMs } = limits.recording;

type ClosingMarkMs = (typeof closingMarksMs)[number];

interface RecordingTime {
  readonly recordedMs: number;
  readonly remainingMs: number;
  /** The recorded time divided by the maximum, from 0 to 1. */
  readonly ratio: number;
  readonly isAtLimit: boolean;
  /** The last passed mark before the end. */
  readonly closingMarkMs: ClosingMarkMs | null;
}

/**
 * Returns what the time panel shows, in whole seconds, so that both readouts change together and always add up to the
 * maximum.
 */
export function toRecordingTime(elapsedMs: number, limitMs: number = maxDurationMs): RecordingTime {
  const recordedMs = Math.floor(Math.min(Math.max(elapsedMs, 0), limitMs) / 1000) * 1000;
  const remainingMs = limitMs - recordedMs;
  return {
    recordedMs,
    remainingMs,
    ratio: recordedMs / limitMs,
    isAtLimit: elapsedMs >= limitMs,
    closingMarkMs: closingMarksMs.findLast((markMs) => remainingMs <= markMs) ?? null,
  };
}

/** Measures the recorded time without pauses. It starts running. */
export class RecordingClock {
  readonly #now: () => number;
  #recordedMs = 0;
  /** Null while paused. */
  #runsSinceMs: number | null;

  /** `now` is monotonic, in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#runsSinceMs = now();
  }

  get recordedMs(): number {
    return this.#recordedMs + (this.#runsSinceMs === null ? 0 : this.#now() - this.#runsSinceMs);
  }

  get isRunning(): boolean {
    return this.#runsSinceMs !== null;
  }

  pause(): void {
    this.#recordedMs = this.recordedMs;
    this.#runsSinceMs = null;
  }

  resume(): void {
    this.#runsSinceMs ??= this.#now();
  }
}
