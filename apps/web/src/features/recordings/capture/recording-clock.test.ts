import { describe, expect, it } from 'vitest';
import { RecordingClock } from './recording-clock.ts';

describe('RecordingClock', () => {
  it('L207: counts what is recorded, without the pauses, however often it is told of them', () => {
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
