import type { UserId } from '@relato/contract/ids';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyForm } from './review/story-form.ts';
import {
  isAt,
  lostAnswer,
  eventually,
  prepareRecorder,
  recordStory,
  recordTwoSeconds,
  refusal,
  save,
  userId,
} from './testing/recorder-world.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

describe('a failing storage', () => {
  it('gets room from data that can be spared', async () => {
    const world = prepareRecorder();
    vi.spyOn(world.drafts, 'addChunk').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await world.press();
    expect(world.timesRoomWasMade()).toBe(0);
    world.hear('uno');
    await eventually(() => expect(world.timesRoomWasMade()).toBe(1));
    await world.recorder.dispose();
  });

  it('gets no room if it only answers too late', async () => {
    const world = prepareRecorder();
    const late = new DOMException('late', 'TimeoutError');
    const adding = vi.spyOn(world.drafts, 'addChunk').mockRejectedValue(late);
    await world.press();
    world.hear('uno');
    await eventually(() => expect(world.getState()).toMatchObject({ warnings: { storage: 'failing' } }));
    adding.mockRestore();
    expect(world.timesRoomWasMade()).toBe(0);
    await world.recorder.dispose();
  });

  it('does not block stopping and saving if it never answers', async () => {
    const world = prepareRecorder();
    for (const method of ['addChunk', 'update', 'remove'] as const) {
      vi.spyOn(world.drafts, method).mockReturnValue(new Promise<never>(() => undefined));
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await world.press();
      world.hear('uno');
      const stopped = world.stop();
      await vi.advanceTimersByTimeAsync(2_000);
      await stopped;
      await world.until(isAt('ready'));
      expect(world.getState()).toMatchObject({ phase: 'review', recording: { isStored: false } });
      world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'De memoria' } });
      const saved = save(world);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await saved).toEqual({ isShown: true });
      expect(world.server).toMatchObject({ bytes: 3, isComplete: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it('gets the evicted data back from memory', async () => {
    const world = await recordStory();
    world.recorder.keepForm({ ...emptyForm, title: 'La reja' });
    const draft = await world.requireDraft();
    await world.drafts.remove(draft.id);
    world.recorder.keepForm({ ...emptyForm, title: 'La reja', tags: ['humor'] });
    await eventually(async () =>
      expect(await world.drafts.list(userId)).toMatchObject([{ title: 'La reja', tags: ['humor'] }]),
    );
    expect(await new Blob(await world.drafts.readChunks(draft.id)).text()).toBe('unodos');
    expect(await save(world)).toEqual({ isShown: true });
    expect(await world.drafts.list(userId)).toEqual([]);
  });
});

describe('a failing network', () => {
  it('leaves a recording as a due draft with its form if it is queued', async () => {
    const world = prepareRecorder();
    world.server.fail.set('upload', () => new TypeError('Failed to fetch'));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    await world.recorder.queue({ ...emptyForm, title: 'Desde el túnel', tags: ['humor'] });
    expect(world.getState()).toEqual({ phase: 'idle' });
    expect(await world.drafts.list(userId)).toMatchObject([
      { title: 'Desde el túnel', tags: ['humor'], isDue: true, bytes: 6, trouble: 'network' },
    ]);
    expect(world.server.stories.size).toBe(0);
  });

  it('leaves a recording open that cannot be queued, because this browser did not store it', async () => {
    const world = prepareRecorder();
    world.server.fail.set('upload', () => new TypeError('Failed to fetch'));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    const storing = vi
      .spyOn(world.drafts, 'update')
      .mockRejectedValue(new DOMException('late', 'TimeoutError'));
    const answer = { token: 'x', text: '¿Y el mar?', asker: 'ana', visibility: 'shared' } as const;
    const form = { ...emptyForm, title: 'Desde el túnel', answer };
    expect(await world.recorder.queue(form)).toBe(false);
    expect(world.forgotten).toEqual([]);
    expect(world.getState()).toMatchObject({ phase: 'review', recording: { isStored: false } });
    storing.mockRestore();
    expect(await world.recorder.queue(form)).toBe(true);
    expect(world.getState()).toEqual({ phase: 'idle' });
    expect(await world.requireDraft()).toMatchObject({ title: 'Desde el túnel', isDue: true });
  });

  it('stores the last failure for the list of drafts, and clears it once the server has the recording', async () => {
    const world = prepareRecorder();
    const trouble = async () => (await world.drafts.list(userId))[0]?.trouble;
    world.server.fail.set('begin', () => refusal('STORAGE_FULL', 413));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    await eventually(async () => expect(await trouble()).toBe('storage-full'));
    world.server.fail.set('begin', () => refusal('RATE_LIMITED', 429));
    world.recorder.retryDelivery();
    await eventually(async () => expect(await trouble()).toBe('too-often'));
    world.server.fail.clear();
    world.recorder.retryDelivery();
    await world.until(isAt('ready'));
    await eventually(async () => expect(await trouble()).toBeNull());
  });

  it('continues by itself if other transactions were in the way of its announcement', async () => {
    const world = prepareRecorder();
    let conflicts = 0;
    world.server.fail.set('begin', () => ((conflicts += 1) < 3 ? refusal('CONFLICT', 409) : null));
    await recordTwoSeconds(world);
    await world.until(isAt('ready'));
    expect(conflicts).toBe(3);
  });

  it('continues by itself after growing pauses, and when the user comes back', async () => {
    const world = prepareRecorder();
    const rests: number[] = [];
    let comeBack: (() => void) | null = null;
    const { wait } = world.dependencies.environment;
    Object.assign(world.dependencies.environment, {
      // The last pause that the test observes; after it, only the user ends the wait.
      wait: async (ms: number, signal: AbortSignal) => {
        if (comeBack === null) return wait(ms, signal);
        rests.push(ms);
        if (rests.length < 6) return undefined;
        return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
      onReconnectOrFocus: (listener: () => void) => {
        comeBack = listener;
        return () => (comeBack = null);
      },
    });
    world.server.fail.set('upload', () => new TypeError('Failed to fetch'));
    await recordTwoSeconds(world);
    await eventually(() => expect(rests).toEqual([2_500, 5_000, 10_000, 20_000, 30_000, 30_000]));
    expect(world.getState()).toMatchObject({ delivery: { step: 'failed', failure: 'network' } });
    world.server.fail.clear();
    (comeBack as (() => void) | null)?.();
    await world.until(isAt('ready'));
    expect(world.server).toMatchObject({ bytes: 6, isComplete: true });
  });

  it('reports at the end that the upload was refused during the recording', async () => {
    const world = prepareRecorder();
    world.server.fail.set('upload', () => new Response(null, { status: 401 }));
    await world.press();
    world.hear('uno');
    await eventually(() => expect(console.warn).toHaveBeenCalled());
    expect(world.getState().phase).toBe('recording');
    await world.stop();
    await world.until(isAt('failed'));
    expect(world.getState()).toMatchObject({ delivery: { failure: 'sign-in' } });
  });

  it('goes on sending during the recording once its owner has signed in elsewhere', async () => {
    const world = prepareRecorder();
    world.server.fail.set('upload', () => new Response(null, { status: 401 }));
    await world.press();
    world.hear('uno');
    await eventually(() => expect(console.warn).toHaveBeenCalled());
    world.server.fail.clear();
    await eventually(() => expect(world.server.bytes).toBe(3));
    await world.recorder.dispose();
  });

  it('continues at once when its owner signs in again, and does not repeat what is done', async () => {
    const world = prepareRecorder();
    const wait = vi.fn<typeof world.dependencies.environment.wait>(
      (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    Object.assign(world.dependencies.environment, { wait });
    world.server.fail.set('begin', () => refusal('UNAUTHENTICATED', 401));
    await recordTwoSeconds(world);
    await eventually(() => expect(wait).toHaveBeenCalledTimes(2));
    expect(world.getState()).toMatchObject({ delivery: { failure: 'sign-in' } });
    world.server.fail.clear();
    // A test has no Zod schema that brands the id.
    await world.recorder.resume('u2' as UserId);
    expect(wait.mock.lastCall?.[1].aborted).toBe(false);
    await world.recorder.resume(userId);
    await world.until(isAt('ready'));
    const calls = [...world.server.calls];
    await world.recorder.resume(userId);
    expect(world.server.calls).toEqual(calls);
  });

  it('repeats an inspection request whose answer was lost', async () => {
    const world = prepareRecorder();
    let failures = 0;
    world.server.fail.set('getRecording', () => ((failures += 1) < 4 ? lostAnswer() : null));
    await recordTwoSeconds(world);
    await world.until(isAt('ready'));
    expect(failures).toBe(4);
  });

  it.each(['getRecording', 'getTranscription'] as const)(
    'sends a recording again that the server has deleted, as %s finds out',
    async (call) => {
      const world = prepareRecorder();
      world.server.fail.set(call, () => {
        world.server.fail.clear();
        return refusal('RECORDING_NOT_FOUND', 404);
      });
      await recordTwoSeconds(world);
      await world.until(isAt('ready'));
      expect(world.server.calls.filter((name) => name === 'begin')).toHaveLength(2);
    },
  );

  it('gives up if the id belongs to a recording of another account', async () => {
    const world = prepareRecorder();
    world.server.fail.set('begin', () => refusal('RECORDING_NOT_FOUND', 404));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    expect(world.getState()).toMatchObject({ delivery: { failure: 'rejected' } });
  });
});
