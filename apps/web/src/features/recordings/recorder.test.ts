import type { UserId } from '@relato/contract/ids';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CaptureRefused } from './capture/microphone.ts';
import { ActiveRecording } from './drafts/active-recording.ts';
import { Recorder, type RecorderDependencies } from './recorder.ts';
import type { RecorderState } from './recorder-state.ts';
import { emptyForm } from './review/story-form.ts';
import {
  isAt,
  lostAnswer,
  prepareRecorder,
  refusal,
  silentRecognition,
  userId,
} from './testing/recorder-world.ts';

/** On a machine that stalls now and then. */
const patience = { timeout: 4_000, interval: 5 };

async function recordTwoSeconds(world = prepareRecorder()) {
  await world.press();
  world.hear('uno');
  world.hear('dos');
  await world.stop();
  return world;
}

/** Like `recordTwoSeconds`, with a text and a title, ready to be saved. */
async function recordStory(world = prepareRecorder()) {
  await recordTwoSeconds(world);
  await world.until(isAt('ready'));
  world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'La reja' } });
  return world;
}

function save({ recorder, dispatch, getState }: ReturnType<typeof prepareRecorder>) {
  dispatch({ type: 'save-pressed' });
  const state = getState();
  if (state.phase !== 'saving') throw new Error(`not saving but ${state.phase}`);
  return recorder.save(state.form);
}

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

describe('recording a story', () => {
  it('L142, L204, L223: goes from the microphone to a text that can be saved', async () => {
    const { server, getState, openMicrophones } = await recordStory();
    expect(openMicrophones()).toBe(0);
    expect(server).toMatchObject({ bytes: 6, isComplete: true });
    expect(getState()).toMatchObject({
      phase: 'review',
      recording: { durationMs: 1980, src: 'blob:recording', isStored: true },
      form: { transcript: { heard: { text: 'Eran las tres' } } },
    });
  });

  it('does not record twice on a double tap', async () => {
    const { press, openMicrophones } = prepareRecorder();
    await Promise.all([press(), press()]);
    expect(openMicrophones()).toBe(1);
  });

  it('says why the microphone is unavailable, and can be asked again', async () => {
    const world = prepareRecorder();
    const { startCapture } = world.dependencies;
    const dependencies = {
      ...world.dependencies,
      startCapture: () => Promise.reject(new CaptureRefused('denied')),
    };
    const recorder = new Recorder(dependencies, world.dispatch);
    const options = { userId, recognizes: false, onRecognitionDenied: () => undefined };
    world.dispatch({ type: 'record-pressed' });
    await recorder.record(options);
    expect(world.getState()).toEqual({ phase: 'blocked', refusal: 'denied' });
    Object.assign(dependencies, { startCapture });
    world.dispatch({ type: 'record-pressed' });
    await recorder.record(options);
    expect(world.getState().phase).toBe('recording');
    await recorder.dispose();
  });

  it('records without speech recognition if that does not start', async () => {
    const world = prepareRecorder();
    const startRecognition = vi.fn<RecorderDependencies['startRecognition']>(() => {
      throw new DOMException('no', 'InvalidStateError');
    });
    const recorder = new Recorder({ ...world.dependencies, startRecognition }, world.dispatch);
    world.dispatch({ type: 'record-pressed' });
    await recorder.record({ userId, recognizes: true, onRecognitionDenied: () => undefined });
    world.hear('uno');
    expect(world.getState().phase).toBe('recording');
    await recorder.dispose();
    expect(world.openMicrophones()).toBe(0);
    expect(await world.drafts.list(userId)).toMatchObject([{ durationMs: 1000 }]);
  });

  it('leaves no microphone open when a recording cannot begin', async () => {
    const world = prepareRecorder();
    vi.spyOn(ActiveRecording.prototype, 'begin').mockImplementation(() => {
      throw new Error('no');
    });
    await world.press();
    expect(world.getState()).toEqual({ phase: 'blocked', refusal: 'unsupported' });
    expect(world.openMicrophones()).toBe(0);
  });

  it('waits during a call, even one that began before it, and can be stopped there', async () => {
    const world = prepareRecorder();
    world.setMuted(true);
    await world.press();
    expect(world.getState()).toMatchObject({ phase: 'recording', warnings: { muted: true } });
    world.setMuted(false);
    expect(world.getState()).toMatchObject({ warnings: { muted: false } });
    world.setMuted(true);
    await world.stop();
    expect(world.getState()).toEqual({ phase: 'blocked', refusal: 'silent' });
  });

  it('leaves no draft if there was no sound', async () => {
    const { press, hearNothing, stop, getState, drafts, server } = prepareRecorder();
    await press();
    hearNothing();
    await stop();
    expect(getState()).toEqual({ phase: 'blocked', refusal: 'silent' });
    expect(await drafts.list(userId)).toEqual([]);
    expect(server.isComplete).toBe(false);
  });

  it('stores each second in the browser during the recording', async () => {
    const { press, hear, drafts, recorder, getState } = prepareRecorder();
    await press();
    hear('uno');
    await vi.waitFor(
      async () => expect(await drafts.list(userId)).toMatchObject([{ durationMs: 1000 }]),
      patience,
    );
    expect(getState().phase).toBe('recording');
    await recorder.dispose();
  });

  it('warns from the first second if the browser cannot store', async () => {
    const world = prepareRecorder();
    vi.spyOn(world.drafts, 'addChunk').mockRejectedValue(new DOMException('no', 'InvalidStateError'));
    await world.press();
    world.hear('uno');
    await vi.waitFor(
      () => expect(world.getState()).toMatchObject({ warnings: { storage: 'failing' } }),
      patience,
    );
    await world.recorder.dispose();
  });

  it('warns if the browser stops storing, and still delivers everything to the server', async () => {
    const world = prepareRecorder();
    vi.spyOn(world.drafts, 'addChunk').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await recordTwoSeconds(world);
    expect(world.getState()).toMatchObject({ recording: { isStored: false } });
    await world.until(isAt('ready'));
    expect(world.server.bytes).toBe(6);
  });
});

describe('a failing storage', () => {
  it('is reported as safe only after the browser has stored something', async () => {
    const world = prepareRecorder();
    await world.press();
    expect(world.getState()).toMatchObject({ warnings: { storage: 'untried' } });
    world.hear('uno');
    await vi.waitFor(
      () => expect(world.getState()).toMatchObject({ warnings: { storage: 'stored' } }),
      patience,
    );
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
      expect(await saved).toMatchObject({ outcome: 'saved' });
      expect(world.server).toMatchObject({ bytes: 3, isComplete: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it('gets the evicted data back from memory', async () => {
    const world = await recordStory();
    world.recorder.keepForm({ ...emptyForm, title: 'La reja' });
    const [draft] = await world.drafts.list(userId);
    if (!draft) throw new Error('no draft');
    await world.drafts.remove(draft.id);
    world.recorder.keepForm({ ...emptyForm, title: 'La reja', tags: ['humor'] });
    await vi.waitFor(
      async () =>
        expect(await world.drafts.list(userId)).toMatchObject([{ title: 'La reja', tags: ['humor'] }]),
      patience,
    );
    expect(await new Blob(await world.drafts.readChunks(draft.id)).text()).toBe('unodos');
    expect(await save(world)).toMatchObject({ outcome: 'saved' });
    expect(await world.drafts.list(userId)).toEqual([]);
  });
});

describe('a failing network', () => {
  it('keeps the draft and continues on request', async () => {
    const world = prepareRecorder();
    world.server.fail.set('upload', () => new TypeError('Failed to fetch'));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    expect(world.getState()).toMatchObject({ delivery: { failure: 'network' } });
    expect(await world.drafts.list(userId)).toHaveLength(1);
    world.server.fail.clear();
    world.recorder.retryDelivery();
    await world.until(isAt('ready'));
    expect(world.server.bytes).toBe(6);
  });

  it('leaves a recording that is to be saved later as a due draft with its form', async () => {
    const world = prepareRecorder();
    world.server.fail.set('upload', () => new TypeError('Failed to fetch'));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    await world.recorder.queue({ ...emptyForm, title: 'Desde el túnel', tags: ['humor'] });
    expect(world.getState()).toEqual({ phase: 'idle' });
    expect(await world.drafts.list(userId)).toMatchObject([
      { title: 'Desde el túnel', tags: ['humor'], isDue: true, bytes: 6 },
    ]);
    expect(world.server.stories.size).toBe(0);
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
    await vi.waitFor(() => expect(rests).toEqual([2_500, 5_000, 10_000, 20_000, 30_000, 30_000]), patience);
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
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled(), patience);
    expect(world.getState().phase).toBe('recording');
    await world.stop();
    await world.until(isAt('failed'));
    expect(world.getState()).toMatchObject({ delivery: { failure: 'sign-in' } });
  });

  it('repeats an inspection request whose answer was lost', async () => {
    const world = prepareRecorder();
    let failures = 0;
    world.server.fail.set('getRecording', () => ((failures += 1) < 4 ? lostAnswer() : null));
    await recordTwoSeconds(world);
    await world.until(isAt('ready'));
    expect(failures).toBe(4);
  });

  it('reports a delayed inspection, and continues when it is done', async () => {
    const world = prepareRecorder();
    const { promise: mended, resolve: mend } = Promise.withResolvers<void>();
    const ask = world.server.api.getRecording;
    const asking = vi.spyOn(world.server.api, 'getRecording');
    asking.mockImplementationOnce(async (id) => ({ id, state: 'inspecting', isDelayed: true }));
    asking.mockImplementation(async (...input) => {
      await mended;
      return ask(...input);
    });
    await recordTwoSeconds(world);
    await world.until(
      (state) => 'delivery' in state && 'isDelayed' in state.delivery && state.delivery.isDelayed,
    );
    mend();
    await world.until(isAt('ready'));
    expect(asking).toHaveBeenCalledTimes(2);
  });
});

const troubleOf = (state: RecorderState) =>
  'delivery' in state && 'trouble' in state.delivery ? state.delivery.trouble : undefined;

describe('transcription of a recording', () => {
  it('L223: shows the error and can be retried', async () => {
    const world = prepareRecorder();
    world.server.transcription = { status: 'error', trouble: 'no_speech' };
    await recordTwoSeconds(world);
    await world.until(isAt('ready'));
    expect(world.getState()).toMatchObject({ delivery: { trouble: 'no_speech' } });
    world.server.transcription = { status: 'completed', text: 'Ahora sí', words: null };
    await world.recorder.retryTranscription();
    expect(world.server.calls).toContain('retryTranscription');
    expect(world.getState()).toMatchObject({
      delivery: { trouble: null },
      form: { transcript: { heard: { text: 'Ahora sí' } } },
    });
  });

  it('L223: is polled every few seconds until it is complete', async () => {
    const world = prepareRecorder();
    world.server.transcription = { status: 'processing' };
    await recordTwoSeconds(world);
    const countCalls = () => world.server.calls.filter((call) => call === 'getTranscription').length;
    await expect.poll(countCalls).toBeGreaterThan(2);
    world.server.transcription = { status: 'completed', text: 'Eran las tres', words: null };
    await world.until(isAt('ready'));
    expect(world.getState()).toMatchObject({ form: { transcript: { heard: { text: 'Eran las tres' } } } });
  });

  it('says why it waits, and stops saying so when it continues', async () => {
    const world = prepareRecorder();
    world.server.transcription = { status: 'queued', trouble: 'busy' };
    await recordTwoSeconds(world);
    await world.until((state) => troubleOf(state) === 'busy');
    world.server.transcription = { status: 'queued', trouble: null };
    await world.until((state) => troubleOf(state) === null);
    expect(world.getState()).toMatchObject({ delivery: { step: 'transcribing' } });
  });

  it("D09: uses the text of the browser's recognition if the server has no transcriber", async () => {
    const world = prepareRecorder();
    const dependencies: RecorderDependencies = {
      ...world.dependencies,
      startRecognition: ({ onText }) => {
        onText('había una vez');
        return silentRecognition;
      },
    };
    world.server.transcription = { status: 'off' };
    const recorder = new Recorder(dependencies, world.dispatch);
    world.dispatch({ type: 'record-pressed' });
    await recorder.record({ userId, recognizes: true, onRecognitionDenied: () => undefined });
    world.hear('uno');
    world.dispatch({ type: 'stopped', by: 'person', recordedMs: 1000 });
    await recorder.stop();
    await world.until(isAt('ready'));
    expect(world.getState()).toMatchObject({
      form: { transcript: { heard: { text: 'había una vez' }, isProvisional: true } },
    });
    expect(await world.drafts.list(userId)).toMatchObject([{ provisionalText: 'había una vez' }]);
  });
});

describe('saving a recording', () => {
  it("D17: removes the browser's copy only when the server has the story", async () => {
    const world = await recordStory();
    let draftsAtCall = 0;
    const { createStory } = world.server.api;
    vi.spyOn(world.server.api, 'createStory').mockImplementation(async (id, input) => {
      draftsAtCall = (await world.drafts.list(userId)).length;
      return createStory(id, input);
    });
    expect(await save(world)).toMatchObject({ outcome: 'saved' });
    expect(draftsAtCall).toBe(1);
    expect(await world.drafts.list(userId)).toEqual([]);
    expect([...world.server.stories.values()]).toEqual([{ title: 'La reja', tags: [] }]);
    expect(world.getState()).toEqual({ phase: 'idle' });
  });

  it('keeps everything if the server refuses', async () => {
    const world = await recordStory();
    world.server.fail.set('createStory', () => refusal('RECORDING_NOT_READY', 409));
    await expect(save(world)).rejects.toThrow('RECORDING_NOT_READY');
    expect(world.getState()).toMatchObject({ phase: 'review', form: { title: 'La reja' } });
    expect(await world.drafts.list(userId)).toHaveLength(1);
  });

  it("creates one story if an answer is lost, with the user's later changes", async () => {
    const world = await recordStory();
    world.server.fail.set('createStory', lostAnswer);
    await expect(save(world)).rejects.toThrow('Failed to fetch');
    world.server.fail.clear();
    world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'La reja y el mango' } });
    expect(await save(world)).toMatchObject({ outcome: 'saved' });
    expect([...world.server.stories.values()]).toEqual([{ title: 'La reja y el mango', tags: [] }]);
  });

  it('sends only the changed story after a refusal', async () => {
    const world = await recordStory();
    world.server.fail.set('createStory', () => refusal('TITLE_TOO_LONG'));
    await expect(save(world)).rejects.toThrow('TITLE_TOO_LONG');
    world.server.fail.clear();
    world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'Corto' } });
    expect(await save(world)).toMatchObject({ outcome: 'saved' });
    expect(world.server.calls).not.toContain('updateStory');
    expect([...world.server.stories.values()]).toEqual([{ title: 'Corto', tags: [] }]);
  });
});

/** A save whose answer the test controls. */
async function holdSave() {
  const world = await recordStory();
  const { createStory } = world.server.api;
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  vi.spyOn(world.server.api, 'createStory').mockImplementation(async (...args) => {
    await held;
    return createStory(...args);
  });
  return { world, saved: save(world), answer: () => resolve(undefined) };
}

describe('an answer that arrives after the user has left', () => {
  it('saves, removes the draft, and reports that the screen is gone', async () => {
    const { world, saved, answer } = await holdSave();
    await world.recorder.dispose();
    answer();
    expect(await saved).toEqual({ outcome: 'saved', isShown: false });
    expect(await world.drafts.list(userId)).toEqual([]);
  });

  it('leaves the recording of another account alone, in every phase', async () => {
    const { world, saved, answer } = await holdSave();
    // A test has no schema to parse it with
    await world.recorder.switchUser('u2' as UserId);
    await recordStory(world);
    answer();
    expect(await saved).toEqual({ outcome: 'saved', isShown: false });
    expect(world.getState()).toMatchObject({ phase: 'review', form: { title: 'La reja' } });
    expect(await save(world)).toEqual({ outcome: 'saved', isShown: true });
    expect(world.server.stories.size).toBe(2);
  });
});

describe('waveform peaks', () => {
  it('come from the browser if the server cannot decode the sound, once the server has it', async () => {
    const world = prepareRecorder();
    Object.assign(world.dependencies, {
      preparePlayback: async () => ({ src: 'blob:wav', fileName: 'mi-historia.wav', peaks: [3, 4] }),
    });
    await recordTwoSeconds(world);
    await world.until(isAt('ready'));
    expect(world.getState()).toMatchObject({ recording: { src: 'blob:wav', peaks: [3, 4] } });
    expect(world.server.calls).toContain('suggestPeaks');
  });
});

describe('another account', () => {
  // A test has no schema to parse it with
  const other = 'u2' as UserId;

  it('neither sees nor sends a recording from before its sign-in', async () => {
    const world = await recordStory();
    expect(await world.recorder.switchUser(other)).toBe(true);
    expect(world.getState()).toEqual({ phase: 'idle' });
    expect(await world.drafts.list(userId)).toHaveLength(1);
    expect(await world.drafts.list(other)).toEqual([]);
  });

  it('ends a running recording, which stays as a draft, and can record at once', async () => {
    const world = prepareRecorder();
    await world.press();
    world.hear('uno');
    const handedOver = world.recorder.switchUser(other);
    await world.press();
    expect(world.getState().phase).toBe('recording');
    await handedOver;
    expect(world.openMicrophones()).toBe(1);
    expect(await world.drafts.list(userId)).toMatchObject([{ durationMs: 1000 }]);
    await world.recorder.dispose();
  });

  it('is not the same user who signs in again during a review', async () => {
    const world = await recordStory();
    expect(await world.recorder.switchUser(userId)).toBe(false);
    expect(world.getState().phase).toBe('review');
  });

  it('gets no recording that the server does not know yet', async () => {
    const world = prepareRecorder();
    const begin = vi.spyOn(world.server.api, 'begin').mockRejectedValue(refusal('RECORDING_NOT_OWN', 403));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    expect(begin).toHaveBeenCalledWith(expect.anything(), expect.anything(), userId);
    expect(world.getState()).toMatchObject({ delivery: { failure: 'other-account' } });
    expect(await world.drafts.list(userId)).toHaveLength(1);
  });
});

describe('an account without storage space', () => {
  it('loses nothing: the recording stays in the browser, and is sent once there is space', async () => {
    const world = prepareRecorder();
    const begin = vi.spyOn(world.server.api, 'begin').mockRejectedValue(refusal('STORAGE_FULL', 413));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    expect(world.getState()).toMatchObject({
      delivery: { failure: 'storage-full' },
      recording: { isStored: true },
    });
    expect(await world.drafts.list(userId)).toHaveLength(1);
    begin.mockRestore();
    world.recorder.retryDelivery();
    await world.until(isAt('ready'));
    expect(world.server).toMatchObject({ bytes: 6, isComplete: true });
  });
});

describe('drafts', () => {
  it('resume after a reload with the sound, the form and the upload', async () => {
    const before = prepareRecorder();
    before.server.fail.set('upload', () => new TypeError('Failed to fetch'));
    await recordTwoSeconds(before);
    const form = before.getState();
    if (form.phase !== 'review') throw new Error('no review');
    before.recorder.keepForm({ ...form.form, title: 'A medias', tags: ['humor'] });
    await before.recorder.dispose();

    const after = prepareRecorder(before.drafts);
    const [draft] = await after.drafts.list(userId);
    if (!draft) throw new Error('no draft');
    expect(await after.recorder.recover(draft.id)).toBe(true);
    await after.until(isAt('ready'));
    expect(after.server).toMatchObject({ bytes: 6, isComplete: true });
    expect(after.getState()).toMatchObject({ form: { title: 'A medias', tags: ['humor'] } });
    expect(await save(after)).toMatchObject({ outcome: 'saved' });
    expect(await after.drafts.list(userId)).toEqual([]);
  });

  it('repeat the save from before the reload, because the server may have it', async () => {
    const before = await recordStory();
    before.server.fail.set('createStory', lostAnswer);
    await expect(save(before)).rejects.toThrow('Failed to fetch');
    await before.recorder.dispose();
    before.server.fail.clear();

    const after = prepareRecorder(before.drafts, before.server);
    const [draft] = await after.drafts.list(userId);
    if (!draft) throw new Error('no draft');
    await after.recorder.recover(draft.id);
    await after.until(isAt('ready'));
    after.dispatch({ type: 'form', event: { type: 'title-changed', title: 'Otro título' } });
    expect(await save(after)).toMatchObject({ outcome: 'saved' });
    expect([...after.server.stories.values()]).toEqual([{ title: 'Otro título', tags: [] }]);
  });

  it('open once on a double tap, and are not reported as open elsewhere', async () => {
    const before = await recordTwoSeconds();
    await before.recorder.dispose();
    const { drafts } = before;
    const after = prepareRecorder(drafts);
    const [draft] = await drafts.list(userId);
    if (!draft) throw new Error('no draft');
    const taps = [after.recorder.recover(draft.id), after.recorder.recover(draft.id)];
    // And on the button beside it.
    const pressed = after.press();
    expect(await Promise.all(taps)).toEqual([true, true]);
    await pressed;
    expect(after.getState()).toMatchObject({ phase: 'review', recording: { id: draft.id } });
    expect(after.openMicrophones()).toBe(0);
    await after.recorder.dispose();
  });

  it('keep the recording when the screen unmounts in the middle', async () => {
    const { press, hear, recorder, drafts, openMicrophones } = prepareRecorder();
    await press();
    hear('uno');
    await recorder.dispose();
    expect(openMicrophones()).toBe(0);
    const [draft] = await drafts.list(userId);
    if (!draft) throw new Error('no draft');
    expect(await new Blob(await drafts.readChunks(draft.id)).text()).toBe('uno');
  });

  it('turn the microphone off if the screen unmounted before it opened', async () => {
    const { press, recorder, openMicrophones, getState } = prepareRecorder();
    const pressed = press();
    await recorder.dispose();
    await pressed;
    expect(openMicrophones()).toBe(0);
    expect(getState().phase).toBe('requesting');
  });

  it('stay untouched if another tab holds their lock', async () => {
    const { drafts, recorder } = await recordTwoSeconds();
    const [draft] = await drafts.list(userId);
    if (!draft) throw new Error('no draft');
    const other = prepareRecorder(drafts);
    const dependencies: RecorderDependencies = { ...other.dependencies, lockDraft: async () => null };
    expect(await new Recorder(dependencies, other.dispatch).recover(draft.id)).toBe(false);
    expect(other.getState()).toEqual({ phase: 'idle' });
    await recorder.dispose();
  });

  it('do not delay the next recording while they are discarded', async () => {
    const world = await recordStory();
    const discarded = world.recorder.discard();
    await world.press();
    expect(world.getState().phase).toBe('recording');
    await discarded;
    await world.recorder.dispose();
  });

  it('are discarded here and on the server when the user records again', async () => {
    const { recorder, drafts, server, getState } = await recordStory();
    await recorder.discard();
    expect(getState()).toEqual({ phase: 'idle' });
    expect(await drafts.list(userId)).toEqual([]);
    expect(server.calls).toContain('discard');
  });
});
