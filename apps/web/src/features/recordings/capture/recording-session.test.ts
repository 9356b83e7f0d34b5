import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { isAt, prepareRecorder, silentRecognition } from '../testing/recorder-world.ts';

describe('a running recording', () => {
  it('ignores the second tap of a double tap that switches its buttons', async () => {
    const world = prepareRecorder();
    await world.press();
    const { session } = world.recorder;
    const tapsAfterMs = (ms: number) => {
      world.waitMs(ms);
      session?.setPaused(!world.isMicrophonePaused(), world.now());
      session?.finish(world.now());
    };
    tapsAfterMs(0);
    expect(world.getState()).toMatchObject({ phase: 'recording', isPaused: false });
    tapsAfterMs(300);
    expect(world.getState()).toMatchObject({ phase: 'recording', isPaused: true });
    tapsAfterMs(200);
    expect(world.isMicrophonePaused()).toBe(true);
    world.waitMs(300);
    session?.finish(world.now());
    expect(world.getState().phase).toBe('stopping');
    await world.recorder.stop();
  });

  it('REL-36: compares the times of the taps, because a busy page receives both at once', async () => {
    const world = prepareRecorder();
    await world.press();
    world.waitMs(300);
    const { session } = world.recorder;
    session?.setPaused(true, world.now());
    session?.setPaused(false, world.now() + 1_000);
    session?.finish(world.now() + 2_000);
    expect(world.getState()).toMatchObject({ phase: 'stopping', isPaused: false });
    await world.recorder.stop();
  });

  it('can be played during a pause, and continues afterwards', async () => {
    const world = prepareRecorder();
    await world.press();
    const { session } = world.recorder;
    expect(await session?.prepareSoFar()).toBeNull();
    world.hear('uno');
    session?.setPaused(true, world.now());
    expect(await session?.prepareSoFar()).toMatchObject({ src: 'blob:recording', durationMs: 1000 });
    world.waitMs(60_000);
    session?.setPaused(false, world.now());
    world.hear('dos');
    await world.stop();
    await world.until(isAt('ready'));
    expect(world.server).toMatchObject({ bytes: 6, isComplete: true });
  });

  it('shows at once the time at which a pause or a call stops it', async () => {
    const world = prepareRecorder();
    await world.press();
    world.hearNothing();
    world.setMuted(true);
    expect(world.getState()).toMatchObject({ elapsedMs: 1_000, warnings: { muted: true } });
    world.setMuted(false);
    world.hearNothing();
    world.waitMs(300);
    world.recorder.session?.setPaused(true, world.now());
    expect(world.getState()).toMatchObject({ elapsedMs: 2_000, isPaused: true });
    await world.recorder.dispose();
  });

  it("ends the browser's recognition during a pause", async () => {
    const world = prepareRecorder();
    const setPaused = vi.fn<(isPaused: boolean) => void>();
    vi.spyOn(world.dependencies, 'startRecognition').mockReturnValue({ ...silentRecognition, setPaused });
    await world.press();
    world.waitMs(1_000);
    world.recorder.session?.setPaused(true, world.now());
    world.waitMs(1_000);
    world.recorder.session?.setPaused(false, world.now());
    expect(setPaused.mock.calls).toEqual([[true], [false]]);
    await world.recorder.dispose();
  });
});
