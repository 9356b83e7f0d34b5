import { describe, expect, it, vi } from 'vitest';
import { onStopAllAudio } from '../../../lib/stop-all-audio.ts';
import { useFakeMicrophone } from '../testing/fake-microphone.ts';

const { microphone, events, open } = useFakeMicrophone();

describe('a call during a recording', () => {
  it('uses up none of the five minutes, and the recording continues after it', async () => {
    const { clock, stop } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    microphone.track.setMuted(true);
    // The bytes so far are delivered at once.
    expect(events.onChunk).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(clock).toMatchObject({ recordedMs: 1_000, isRunning: false });
    expect(events.onChunk).toHaveBeenCalledTimes(2);
    microphone.track.setMuted(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(clock).toMatchObject({ recordedMs: 3_000, isRunning: true });
    expect(events.onChunk).toHaveBeenLastCalledWith(expect.any(Blob), 3_000);
    expect(events.onMuted.mock.calls).toEqual([
      [true, 1_000],
      [false, 1_000],
    ]);
    await stop();
    expect(microphone.track.isOpen).toBe(false);
  });

  it('is noticed if it began before the recording', async () => {
    microphone.track.muted = true;
    const { clock, stop } = await open();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(clock.recordedMs).toBe(0);
    expect(events.onMuted).toHaveBeenCalledExactlyOnceWith(true, 0);
    await stop();
    expect(microphone.track.isOpen).toBe(false);
  });

  it('during a pause does not end the pause, and the pause does not end the call', async () => {
    const { clock, setPaused } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    await setPaused(true);
    microphone.track.setMuted(true);
    microphone.track.setMuted(false);
    expect(clock.isRunning).toBe(false);
    microphone.track.setMuted(true);
    await setPaused(false);
    expect(clock.isRunning).toBe(false);
    microphone.track.setMuted(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock).toMatchObject({ recordedMs: 2_000, isRunning: true });
  });

  it('leaves no gap and no invented voice in the waveform', async () => {
    const { meter } = await open();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(meter.energies).toHaveLength(20);
    expect(meter.readLevel()).toBeGreaterThan(0);
    microphone.track.setMuted(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(meter.energies).toHaveLength(20);
    expect(meter.readLevel()).toBe(0);
    microphone.track.setMuted(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(meter.energies).toHaveLength(40);
  });
});

describe('a pause', () => {
  it('counts no time, flushes the sound before it, and continues the same recording', async () => {
    const { clock, setPaused, stop } = await open();
    await vi.advanceTimersByTimeAsync(1_400);
    await setPaused(true);
    expect(events.onChunk).toHaveBeenLastCalledWith(expect.any(Blob), 1_400);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(clock).toMatchObject({ recordedMs: 1_400, isRunning: false });
    expect(events.onChunk).toHaveBeenCalledTimes(2);
    await setPaused(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(clock).toMatchObject({ recordedMs: 3_400, isRunning: true });
    await stop();
    expect(events.onMuted).not.toHaveBeenCalled();
  });

  it('stops the playback before the microphone records again', async () => {
    const { setPaused } = await open();
    const silence = vi.fn<() => void>();
    onStopAllAudio(silence);
    await setPaused(true);
    expect(silence).not.toHaveBeenCalled();
    await setPaused(false);
    expect(silence).toHaveBeenCalledOnce();
  });
});
