import type { UserId } from '@relato/contract/ids';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CaptureRefused } from './capture/microphone.ts';
import { ActiveRecording } from './drafts/store/active-recording.ts';
import type { RecorderState } from './recorder-types.ts';
import { emptyForm } from './review/story-form.ts';
import {
  isAt,
  eventually,
  prepareRecorder,
  recordStory,
  recordTwoSeconds,
  refusal,
  save,
  silentRecognition,
  userId,
} from './testing/recorder-world.ts';

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
    Object.assign(world.dependencies, { startCapture: () => Promise.reject(new CaptureRefused('denied')) });
    await world.press();
    expect(world.getState()).toEqual({ phase: 'blocked', refusal: 'denied' });
    Object.assign(world.dependencies, { startCapture });
    await world.press();
    expect(world.getState().phase).toBe('recording');
    await world.recorder.dispose();
  });

  it('records without speech recognition if that does not start', async () => {
    const world = prepareRecorder();
    vi.spyOn(world.dependencies, 'startRecognition').mockImplementation(() => {
      throw new DOMException('no', 'InvalidStateError');
    });
    await world.press();
    world.hear('uno');
    expect(world.getState().phase).toBe('recording');
    await world.recorder.dispose();
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

  it('pauses during a call, also one that began earlier, and can be stopped then', async () => {
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

  it('REL-16: stores a recording with its first sound, so that a draft is never just the head of a file', async () => {
    const { press, hear, drafts, recorder, getState } = prepareRecorder();
    const write = vi.spyOn(drafts, 'write');
    const update = vi.spyOn(drafts, 'update');
    await press();
    hear('\0\0\0\u0008ftyp\0\0\0\u0008moov');
    recorder.keepForm({ ...emptyForm, title: 'La reja' });
    await eventually(() => expect(update).toHaveResolvedTimes(1));
    expect(await drafts.list(userId)).toEqual([]);
    expect(write).not.toHaveBeenCalled();
    expect(getState()).toMatchObject({ warnings: { storage: 'untried' } });
    hear('\0\0\0\u0008moof\0\0\0\u0008mdat');
    await recorder.dispose();
    const [draft] = await drafts.list(userId);
    expect(draft).toMatchObject({ durationMs: 2000, bytes: 32, title: 'La reja' });
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

const troubleOf = (state: RecorderState) =>
  'delivery' in state && 'trouble' in state.delivery ? state.delivery.trouble : undefined;

describe('transcription of a recording', () => {
  it('L223: shows the error and can be retried', async () => {
    const world = prepareRecorder();
    world.server.transcription = { status: 'error', trouble: 'no_speech' };
    await recordTwoSeconds(world);
    await world.until(isAt('ready'));
    expect(world.getState()).toMatchObject({ delivery: { trouble: 'no_speech' } });
    world.server.transcription = { status: 'completed', text: 'Ahora sí', words: null, isUnsure: false };
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
    world.server.transcription = { status: 'completed', text: 'Eran las tres', words: null, isUnsure: false };
    await world.until(isAt('ready'));
    expect(world.getState()).toMatchObject({ form: { transcript: { heard: { text: 'Eran las tres' } } } });
  });

  it('shows why it waits until it continues', async () => {
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
    vi.spyOn(world.dependencies, 'startRecognition').mockImplementation(({ onText }) => {
      onText('había una vez');
      return silentRecognition;
    });
    world.server.transcription = { status: 'off' };
    await recordTwoSeconds(world);
    await world.until(isAt('ready'));
    expect(world.getState()).toMatchObject({
      form: { transcript: { heard: { text: 'había una vez' }, isProvisional: true } },
    });
    expect(await world.drafts.list(userId)).toMatchObject([{ provisionalText: 'había una vez' }]);
  });
});

describe('a user who leaves', () => {
  it('ends a running recording, keeps it as a draft, and the next one can record at once', async () => {
    const world = prepareRecorder();
    await world.press();
    world.hear('uno');
    const handedOver = world.recorder.leave();
    await world.press();
    expect(world.getState().phase).toBe('recording');
    expect(await handedOver).toBe('stored');
    expect(world.openMicrophones()).toBe(1);
    expect(await world.drafts.list(userId)).toMatchObject([{ durationMs: 1000 }]);
    await world.recorder.dispose();
  });

  it('ends a recording whose microphone is only opening', async () => {
    const world = prepareRecorder();
    const { startCapture } = world.dependencies;
    let left: ReturnType<typeof world.recorder.leave> = Promise.resolve('stored');
    vi.spyOn(world.dependencies, 'startCapture').mockImplementation((events) => {
      left = world.recorder.leave();
      return startCapture(events);
    });
    await world.press();
    expect(await left).toBeNull();
    expect(world.getState()).toEqual({ phase: 'idle' });
    expect(world.openMicrophones()).toBe(0);
    expect(await world.drafts.list(userId)).toEqual([]);
  });

  it('leaves an open review for its owner', async () => {
    const world = await recordStory();
    expect(await world.recorder.leave()).toBe('stored');
    expect(world.getState()).toEqual({ phase: 'idle' });
    expect(world.recorder.sound).toBeNull();
    expect(await world.drafts.list(userId)).toHaveLength(1);
    expect(await world.recorder.leave()).toBeNull();
  });

  it.each([false, true])(
    'gets a recording back that this browser could not store, and that is stored now: %s',
    async (isStored) => {
      const world = prepareRecorder();
      world.server.fail.set('upload', () => new Response(null, { status: 401 }));
      const full = new DOMException('full', 'QuotaExceededError');
      const failing = (['addChunk', 'update', 'write'] as const).map((method) =>
        vi.spyOn(world.drafts, method).mockRejectedValue(full),
      );
      await world.press();
      world.hear('uno');
      world.recorder.keepForm({ ...emptyForm, title: 'La reja' });
      expect(await world.recorder.leave()).toBe('unstored');
      expect(world.getState()).toEqual({ phase: 'idle' });
      // A test has no Zod schema that brands the id.
      await world.recorder.resume('u2' as UserId);
      expect(world.getState()).toEqual({ phase: 'idle' });
      expect(world.isGuarded()).toBe(true);

      world.server.fail.clear();
      if (isStored) for (const spy of failing) spy.mockRestore();
      await world.recorder.resume(userId);
      await world.until(isAt('ready'));
      expect(world.getState()).toMatchObject({ recording: { isStored }, form: { title: 'La reja' } });
      expect(await world.drafts.list(userId)).toHaveLength(isStored ? 1 : 0);
      expect(world.isGuarded()).toBe(false);
      expect(await save(world)).toEqual({ isShown: true });
      expect(world.server).toMatchObject({ bytes: 3, isComplete: true });
    },
  );

  it('gets no recording back whose save was answered meanwhile', async () => {
    const world = await recordStory();
    vi.spyOn(world.drafts, 'update').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    const { createStory } = world.server.api;
    vi.spyOn(world.server.api, 'createStory').mockImplementation(async (...args) => {
      await answered;
      return createStory(...args);
    });
    const saved = save(world);
    expect(await world.recorder.leave()).toBe('unstored');
    answer(undefined);
    expect(await saved).toEqual({ isShown: false });
    await world.recorder.resume(userId);
    expect(world.getState()).toEqual({ phase: 'idle' });
    expect(world.isGuarded()).toBe(false);
  });

  it('is not followed by an upload under another account', async () => {
    const world = prepareRecorder();
    const begin = vi.spyOn(world.server.api, 'begin').mockRejectedValue(refusal('RECORDING_NOT_OWN', 403));
    await recordTwoSeconds(world);
    await world.until(isAt('failed'));
    expect(begin).toHaveBeenCalledWith(expect.anything(), expect.anything(), userId);
    expect(world.getState()).toMatchObject({ delivery: { failure: 'other-account' } });
    expect(await world.drafts.list(userId)).toHaveLength(1);
  });
});
