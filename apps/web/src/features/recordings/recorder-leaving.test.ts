import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../lib/testing/fake-storage.ts';
import { noteErased } from './drafts/store/erased.ts';
import { eventually, prepareRecorder, recordStory, save, userId } from './testing/recorder-world.ts';

beforeEach(() => {
  stubStorage('localStorage');
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A recording of a second, with its lock, in a browser that stores nothing. */
async function recordUnstored() {
  const world = prepareRecorder();
  const release = vi.fn<() => void>();
  vi.spyOn(world.dependencies, 'lockDraft').mockResolvedValue(release);
  world.server.fail.set('upload', () => new Response(null, { status: 401 }));
  const full = new DOMException('full', 'QuotaExceededError');
  const failing = (['addChunk', 'update', 'write'] as const).map((method) =>
    vi.spyOn(world.drafts, method).mockRejectedValue(full),
  );
  await world.press();
  world.hear('uno');
  return { world, release, freeStorage: () => failing.forEach((spy) => spy.mockRestore()) };
}

describe('a recording that waits for its owner', () => {
  it.each(['leave', 'dispose'] as const)('keeps its lock while it is restored: %s', async (end) => {
    const { world, release, freeStorage } = await recordUnstored();
    expect(await world.recorder.leave()).toBe('unstored');
    const resumed = world.recorder.resume(userId);
    await world.recorder[end]();
    await resumed;
    expect(world.getState()).toEqual({ phase: 'idle' });
    expect(release).not.toHaveBeenCalled();
    expect(world.isGuarded()).toBe(true);

    freeStorage();
    const { recorder } = end === 'leave' ? world : world.reopen();
    await recorder.resume(userId);
    expect(world.getState()).toMatchObject({ phase: 'review', recording: { isStored: true } });
    expect(world.isGuarded()).toBe(false);
    await recorder.discard();
    expect(release).toHaveBeenCalledOnce();
  });

  it('waits as a draft if it was stored before its owner left again', async () => {
    const { world, release, freeStorage } = await recordUnstored();
    expect(await world.recorder.leave()).toBe('unstored');
    freeStorage();
    const resumed = world.recorder.resume(userId);
    expect(await world.recorder.leave()).toBe('stored');
    await resumed;
    expect(world.isGuarded()).toBe(false);
    await eventually(() => expect(release).toHaveBeenCalled());
    expect(await world.drafts.list(userId)).toHaveLength(1);
  });

  it('is dropped with the account', async () => {
    const { world, release } = await recordUnstored();
    expect(await world.recorder.leave()).toBe('unstored');
    world.dependencies.unstored.erase(userId);
    expect(release).toHaveBeenCalledOnce();
    expect(world.isGuarded()).toBe(false);
    await world.recorder.resume(userId);
    expect(world.getState()).toEqual({ phase: 'idle' });
  });
});

describe('a recording whose user leaves', () => {
  it('is not called stored if its save is answered meanwhile', async () => {
    const world = await recordStory();
    const { promise: written, resolve: write } = Promise.withResolvers<boolean>();
    vi.spyOn(world.drafts, 'update').mockReturnValue(written);
    const saved = save(world);
    const left = world.recorder.leave();
    await eventually(() => expect(world.server.stories.size).toBe(1));
    write(true);
    expect(await saved).toEqual({ isShown: false });
    expect(await left).toBeNull();
  });

  it.each([true, false])('is forgotten if the account is gone, stored before: %s', async (isStored) => {
    const { world, release, freeStorage } = await recordUnstored();
    if (isStored) freeStorage();
    noteErased(userId);
    expect(await world.recorder.leave()).toBeNull();
    expect(world.isGuarded()).toBe(false);
    expect(release).toHaveBeenCalledOnce();
    expect(await world.drafts.list(userId)).toEqual([]);
  });
});
