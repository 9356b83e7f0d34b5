import 'fake-indexeddb/auto';
import type { RecordingId } from '@relato/contract/ids';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../lib/testing/fake-storage.ts';
import { retryDiscards } from '../drafts/store/discards.ts';
import {
  eventually,
  isAt,
  lostAnswer,
  prepareRecorder,
  recordStory,
  recordTwoSeconds,
  refusal,
  save,
  userId,
} from '../testing/recorder-world.ts';
import { type Disguise, MaybeSavedError, toFailure } from './replace-by-disguise.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  stubStorage('localStorage', stored);
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type World = ReturnType<typeof prepareRecorder>;

const disguise: Disguise = { sound: new Blob(['otra voz'], { type: 'audio/webm' }), character: 'deep' };

/** Returns the drafts of this browser. */
async function readDrafts({ drafts }: World) {
  const list = await drafts.list(userId);
  return Promise.all(
    list.map(async (draft) => [draft.id, await new Blob(await drafts.readChunks(draft.id)).text()] as const),
  );
}

function requireReview({ getState }: World) {
  const state = getState();
  if (state.phase !== 'review') throw new Error(`not in review but ${state.phase}`);
  return state;
}

describe('a disguise', () => {
  it('replaces the recording in this browser and on the server, and keeps the form', async () => {
    const world = await recordStory();
    const { recorder, server } = world;
    const { recording, form } = requireReview(world);
    recorder.keepForm(form);
    expect(await recorder.disguise(disguise)).toBe('deleted');
    await world.until(isAt('ready'));
    const after = requireReview(world);
    expect(after.recording.id).not.toBe(recording.id);
    expect(after).toMatchObject({ form, recording: { durationMs: 1980, disguise: 'deep', isStored: true } });
    expect(await readDrafts(world)).toEqual([[after.recording.id, 'otra voz']]);
    expect(await world.requireDraft()).toMatchObject({
      title: 'La reja',
      disguise: 'deep',
      durationMs: 2000,
    });
    expect(server.calls.filter((call) => call === 'discard')).toHaveLength(1);
    expect(server).toMatchObject({ bytes: disguise.sound.size, isComplete: true });
    world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'La reja' } });
    await save(world);
    expect([...server.stories.keys()]).toEqual([after.recording.id]);
    expect(await readDrafts(world)).toEqual([]);
  });

  it('is the only recording of a browser that is closed at once', async () => {
    const world = await recordStory();
    const replacing = world.recorder.disguise(disguise);
    world.recorder.keepForm(requireReview(world).form);
    await Promise.all([replacing, world.recorder.dispose()]);
    expect((await readDrafts(world)).map(([, sound]) => sound)).toEqual(['otra voz']);
    expect(await world.requireDraft()).toMatchObject({ disguise: 'deep' });
    expect(world.server.calls).toContain('discard');
  });

  it("is stored before the server's copy is deleted", async () => {
    const world = await recordStory();
    const place = world.drafts.place.bind(world.drafts);
    const discard = vi.fn<() => Promise<{ isErased: boolean }>>(async () => ({ isErased: true }));
    const drafts = {
      has: async (id: RecordingId) => (await world.drafts.get(id)) !== null,
      remove: async () => true,
    };
    const replacing = vi.spyOn(world.drafts, 'place').mockImplementation(async (...options) => {
      await retryDiscards(userId, discard, drafts);
      expect(discard).not.toHaveBeenCalled();
      await place(...options);
      // A crash at this moment leaves the deletion to the next start.
      await retryDiscards(userId, discard, drafts);
      expect(discard).toHaveBeenCalledOnce();
    });
    await world.recorder.disguise(disguise);
    expect(replacing).toHaveBeenCalledOnce();
  });

  it('that does not fit into this browser leaves the recording unchanged, and its upload continues', async () => {
    const world = await recordTwoSeconds();
    await world.until(isAt('ready'));
    const before = await readDrafts(world);
    const goOn = world.recorder.holdDelivery();
    vi.spyOn(world.drafts, 'place').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await expect(world.recorder.disguise(disguise)).rejects.toThrow('full');
    goOn();
    expect(world.timesRoomWasMade()).toBe(1);
    expect(world.server.calls).not.toContain('discard');
    expect(stored.size).toBe(0);
    world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'La reja' } });
    world.recorder.keepForm(requireReview(world).form);
    await eventually(async () => expect(await world.requireDraft()).toMatchObject({ title: 'La reja' }));
    expect(await readDrafts(world)).toEqual(before);
    await save(world);
    expect([...world.server.stories.keys()]).toEqual([before[0]?.[0]]);
  });

  it('that does not fit into this browser leaves no partial recording behind', async () => {
    const world = prepareRecorder();
    await world.press();
    world.hear('uno');
    await eventually(async () => expect(await readDrafts(world)).toHaveLength(1));
    const full = new DOMException('full', 'QuotaExceededError');
    const failing = (['addChunk', 'update', 'write', 'place'] as const).map((method) =>
      vi.spyOn(world.drafts, method).mockRejectedValue(full),
    );
    world.hear('dos');
    await world.stop();
    await world.until(isAt('ready'));
    await expect(world.recorder.disguise(disguise)).rejects.toThrow('full');
    expect(requireReview(world).recording.isStored).toBe(false);
    for (const spy of failing) spy.mockRestore();
    world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'La reja' } });
    world.recorder.keepForm(requireReview(world).form);
    await eventually(() => expect(requireReview(world).recording.isStored).toBe(true));
    expect((await readDrafts(world)).map(([, sound]) => sound)).toEqual(['unodos']);
  });

  it('spares the stories for offline listening if the browser only answers too late', async () => {
    const world = await recordStory();
    vi.spyOn(world.drafts, 'place').mockRejectedValue(new DOMException('late', 'TimeoutError'));
    await expect(world.recorder.disguise(disguise)).rejects.toThrow('late');
    expect(world.timesRoomWasMade()).toBe(0);
  });

  it('is stored once there is room for it', async () => {
    const world = await recordStory();
    let hasRoom = false;
    Object.assign(world.dependencies, {
      makeRoom: async () => {
        await new Promise(setImmediate);
        hasRoom = true;
      },
    });
    const place = world.drafts.place.bind(world.drafts);
    vi.spyOn(world.drafts, 'place').mockImplementation(async (...options) => {
      if (!hasRoom) throw new DOMException('full', 'QuotaExceededError');
      await place(...options);
    });
    expect(await world.recorder.disguise(disguise)).toBe('deleted');
  });

  it('reports a lack of space only for a QuotaExceededError', () => {
    expect(toFailure(new DOMException('full', 'QuotaExceededError'))).toBe('no-room');
    expect(toFailure(new DOMException('late', 'TimeoutError'))).toBe('not-stored');
    expect(toFailure(new MaybeSavedError())).toBe('maybe-saved');
  });

  it('cannot replace a recording that may already be a story', async () => {
    const world = await recordStory();
    world.server.fail.set('createStory', lostAnswer);
    await expect(save(world)).rejects.toThrow('Failed to fetch');
    const before = await readDrafts(world);
    await expect(world.recorder.disguise(disguise)).rejects.toMatchObject({ name: 'MaybeSavedError' });
    expect(await readDrafts(world)).toEqual(before);
  });

  it('holds back the next attempt of a failed upload while the user decides', async () => {
    const world = prepareRecorder();
    Object.assign(world.dependencies.environment, {
      wait: (_ms: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    });
    world.server.fail.set('begin', () => refusal('RATE_LIMITED', 429));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    // The delivery starts to rest right after its report.
    await new Promise(setImmediate);
    const calls = [...world.server.calls];
    world.server.fail.clear();
    const goOn = world.recorder.holdDelivery();
    await new Promise(setImmediate);
    expect(world.server.calls).toEqual(calls);
    expect(isAt('failed')(world.getState())).toBe(true);
    goOn();
    await world.until(isAt('ready'));
  });

  it('holds back the upload while the user decides', async () => {
    const world = prepareRecorder();
    await world.press();
    world.hear('uno');
    await eventually(() => expect(world.server.bytes).toBe(3));
    const stopping = world.stop();
    const goOn = world.recorder.holdDelivery();
    await stopping;
    expect(world.server.isComplete).toBe(false);
    goOn();
    await world.until(isAt('ready'));
    expect(world.server.isComplete).toBe(true);
    // The delivery settles in the turn after its last report. A later release must not start it again.
    await new Promise(setImmediate);
    const calls = [...world.server.calls];
    world.recorder.holdDelivery()();
    expect(world.server.calls).toEqual(calls);
    expect(isAt('ready')(world.getState())).toBe(true);
  });
});
