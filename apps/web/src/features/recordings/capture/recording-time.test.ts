import { describe, expect, it } from 'vitest';
import { RecordingClock, toRecordingTime } from './recording-time.ts';

describe('toRecordingTime', () => {
  it('L46: shows forty-two seconds as fourteen percent of the five minutes', () => {
    expect(toRecordingTime(42_300)).toEqual({
      recordedMs: 42_000,
      remainingMs: 258_000,
      ratio: 0.14,
      isAtLimit: false,
      closingMarkMs: null,
    });
  });

  it('L207: never exceeds the maximum, however late it is called', () => {
    expect(toRecordingTime(310_000)).toEqual({
      recordedMs: 300_000,
      remainingMs: 0,
      ratio: 1,
      isAtLimit: true,
      closingMarkMs: 10_000,
    });
  });

  it.each([
    [269_999, null],
    [270_000, 30_000],
    [289_999, 30_000],
    [290_000, 10_000],
  ])('reports at %i ms the last mark before the end', (elapsedMs, closingMarkMs) => {
    expect(toRecordingTime(elapsedMs).closingMarkMs).toBe(closingMarkMs);
  });
});

describe('RecordingClock', () => {
  it('L207: measures the recorded time without pauses, even if pause is called twice', () => {
    let nowMs = 5_000;
    const clock = new RecordingClock(() => nowMs);
    nowMs += 1_000;
    clock.resume();
    clock.pause();
    expect(clock).toMatchObject({ recordedMs: 1_000, isRunning: false });
    nowMs += 299_000;
    clock.pause();
    expect(clock.recordedMs).toBe(1_000);
    clock.resume();
    nowMs += 500;
    expect(clock).toMatchObject({ recordedMs: 1_500, isRunning: true });
  });
});
