import { limits, speechLimits, type TranscriptionTrouble } from '@relato/contract';
import type { SpeechError } from '@relato/speech';
import { describe, expect, it } from 'vitest';
import { toNextAttemptMs, toRetryDelayMs } from './jobs.ts';

const waits = (random: number): number[] =>
  Array.from({ length: limits.transcription.maxAttempts - 1 }, (_, index) =>
    toRetryDelayMs(index + 1, null, random),
  );

/** Calls `toNextAttemptMs` without jitter. */
const nextAttempt = (
  kind: SpeechError['kind'],
  trouble: TranscriptionTrouble,
  attempts: number,
  waitedMs = 0,
) => toNextAttemptMs({ kind, trouble, retryAfterMs: null }, { attempts, waitedMs }, 0);

describe('the delay before the next attempt', () => {
  it('does not exist if the recording is the cause', () => {
    const troubles = ['too_long', 'no_speech'] as const;
    expect(troubles.map((trouble) => nextAttempt('http', trouble, 1))).toEqual([null, null]);
  });

  it('allows retries for an hour if the job stays queued', () => {
    const { maxStalledAttempts } = limits.transcription;
    expect(maxStalledAttempts * speechLimits.totalTimeoutMs).toBeLessThanOrEqual(3_600_000);
    expect(nextAttempt('stalled', 'busy', maxStalledAttempts - 1)).toBeGreaterThan(0);
    expect(nextAttempt('stalled', 'busy', maxStalledAttempts)).toBeNull();
    expect(nextAttempt('http', 'busy', maxStalledAttempts)).toBeGreaterThan(0);
  });

  it('allows a few retries if the job failed without a known reason', () => {
    expect(nextAttempt('job', 'failed', limits.transcription.maxFailedAttempts)).toBeNull();
  });

  it('grows for a week if the operator has to act', () => {
    const { firstSetupRetryMs, maxSetupRetryMs, maxSetupWaitMs } = limits.transcription;
    const waits = [0, 120_000, 86_400_000].map((waitedMs) => nextAttempt('http', 'setup', 1, waitedMs));
    expect(waits).toEqual([firstSetupRetryMs, 120_000, maxSetupRetryMs]);
    expect(nextAttempt('http', 'setup', 1, maxSetupWaitMs)).toBeNull();
  });
});

describe('the delays between attempts', () => {
  it('REL-07: together outlast an outage of ten minutes, even the shortest', () => {
    expect(waits(0).reduce((sum, wait) => sum + wait)).toBeGreaterThan(12 * 60_000);
  });

  it('REL-07: grow up to a limit, so that a backlog shrinks soon after an outage', () => {
    expect(waits(1).slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
    expect(Math.max(...waits(1))).toBe(limits.transcription.maxRetryMs);
    expect(limits.transcription.maxRetryMs).toBeLessThanOrEqual(300_000 / 2);
  });

  it('REL-08: are jittered, also those that the provider requested', () => {
    expect(toRetryDelayMs(3, 60_000, 0)).toBe(60_000);
    expect(toRetryDelayMs(3, 60_000, 0.5)).toBeGreaterThan(60_000);
  });
});
