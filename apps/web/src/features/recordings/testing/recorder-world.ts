import type { ErrorCode } from '@relato/contract/errors';
import type { UserId } from '@relato/contract/ids';
import type { Story } from '@relato/contract/stories/types';
import type { TranscriptionStatus } from '@relato/contract/transcription/types';
import { TRPCClientError } from '@trpc/client';
import { onTestFinished, vi } from 'vitest';
import type { CaptureEvents } from '../capture/microphone.ts';
import { DraftStore } from '../drafts/store/draft-store.ts';
import { UnstoredRecordings } from '../drafts/store/unstored.ts';
import { initialRecorderState } from '../idle-state.ts';
import { Recorder } from '../recorder.ts';
import type { RecorderDependencies } from '../recorder-dependencies.ts';
import type { RecorderApi } from '../recorder-api.ts';
import { reduceRecorder } from '../recorder-state.ts';
import type { RecorderEvent, RecorderState } from '../recorder-types.ts';
import type { StoryInput } from '../review/story-form.ts';

// A test has no Zod schema that brands the id.
export const userId = 'u1' as UserId;
export const refusal = (errorCode: ErrorCode, httpStatus = 400, details: object = {}) =>
  TRPCClientError.from({
    error: { code: -32_000, message: errorCode, data: { errorCode, httpStatus, ...details } },
  });
export const lostAnswer = () => TRPCClientError.from(new TypeError('Failed to fetch'));

/** A recognition that hears nothing. */
export const silentRecognition = { setPaused: () => undefined, end: () => Promise.resolve() };

/** Returns the key by which the server recognizes a repeated call. */
const digestOf = ({ title, transcript, tags }: StoryInput) => JSON.stringify([title, transcript, tags]);

/** A fake server that accepts one upload and records its calls. */
class FakeServer {
  bytes = 0;
  isComplete = false;
  transcription: TranscriptionStatus = {
    status: 'completed',
    text: 'Eran las tres',
    words: null,
    isUnsure: false,
  };
  /** Whether the links of questions work. */
  isLinked = true;
  /** True if calls are lost, and not only their answers. */
  isOutOfReach = false;
  readonly stories = new Map<string, StoryInput>();
  readonly calls: string[] = [];
  readonly fail = new Map<keyof RecorderApi | 'upload', () => unknown>();

  #call(name: keyof RecorderApi): void {
    this.calls.push(name);
    const failure = this.fail.get(name)?.();
    if (failure) throw failure;
  }

  readonly api: RecorderApi = {
    begin: async () => this.#call('begin'),
    getRecording: async (id) => {
      this.#call('getRecording');
      return { id, state: 'ready', durationMs: 1980, peaks: [1], isCutShort: false };
    },
    discard: async () => {
      this.#call('discard');
      return 'deleted';
    },
    getTranscription: async () => {
      this.#call('getTranscription');
      return this.transcription;
    },
    retryTranscription: async () => this.#call('retryTranscription'),
    createStory: async (id, input) => {
      this.calls.push('createStory');
      const existing = this.stories.get(id);
      if (existing && digestOf(existing) !== digestOf(input))
        throw refusal('STORY_EXISTS', 409, { storyId: id });
      const failure = this.fail.get('createStory')?.();
      // A lost answer does not undo what the server did; a refusal means that it did nothing.
      if (!existing && !(failure instanceof TRPCClientError && failure.data) && !this.isOutOfReach)
        this.stories.set(id, input);
      if (failure) throw failure;
      return this.#toStory(id);
    },
    updateStory: async ({ id }, { visibility, leaves, ...changes }) => {
      this.#call('updateStory');
      const existing = this.stories.get(id);
      if (!existing) throw refusal('STORY_NOT_FOUND', 404);
      const { answers, ...story } = existing;
      const isTied = answers && !leaves;
      this.stories.set(id, {
        ...story,
        ...changes,
        ...(isTied && { answers: { ...answers, ...(visibility && { visibility }) } }),
      });
      return this.#toStory(id);
    },
  };

  /** Returns the fields of a story that are used. */
  #toStory(id: string): Story {
    const answers = this.stories.get(id)?.answers;
    const isShared = this.isLinked && answers?.visibility === 'shared' ? true : undefined;
    // A private reply is not a reply.
    const isTied = answers && this.isLinked && (answers.kind !== 'reply' || isShared);
    const tie = answers?.kind
      ? { origin: isTied ? { kind: answers.kind, story: { id: answers.token } } : undefined }
      : { question: isTied ? { text: '¿Y el mar?' } : undefined };
    return { id, ...tie, isShared, published: answers?.visibility === 'published' } as unknown as Story;
  }

  readonly fetch = async (_url: string, { method, body, headers }: RequestInit): Promise<Response> => {
    const failure = this.fail.get('upload')?.();
    if (failure instanceof Response) return failure;
    if (failure) throw failure;
    if (method === 'POST') {
      this.bytes = 0;
      return new Response(null, { status: 201 });
    }
    if (body instanceof Blob) this.bytes += body.size;
    if (new Headers(headers).has('Upload-Length')) this.isComplete = true;
    return new Response(null, { status: 204, headers: { 'Upload-Offset': String(this.bytes) } });
  };
}

/** A recorder with a fake microphone, a fake server and a fake clock. */
export function prepareRecorder(drafts = new DraftStore(crypto.randomUUID()), server = new FakeServer()) {
  let state: RecorderState = initialRecorderState;
  let microphone: CaptureEvents | null = null;
  let recordedMs = 0;
  let isMuted = false;
  let isPaused = false;
  /** The clock is ahead of the real one, because a fast test would look like double taps. */
  let aheadMs = 0;
  const now = () => performance.now() + aheadMs;
  let openMicrophones = 0;
  let timesRoomWasMade = 0;
  let isGuarded = false;
  const forgotten: string[] = [];
  const waiters = new Set<() => void>();
  const dispatch = (event: RecorderEvent) => {
    state = reduceRecorder(state, event);
    for (const check of waiters) check();
  };
  const dependencies: RecorderDependencies = {
    api: server.api,
    drafts,
    unstored: new UnstoredRecordings((isNeeded) => void (isGuarded = isNeeded)),
    environment: {
      fetch: server.fetch,
      wait: () => new Promise(setImmediate),
      random: () => 0,
      now,
      onReconnectOrFocus: () => () => undefined,
    },
    startCapture: async (events) => {
      recordedMs = 0;
      isPaused = false;
      microphone = events;
      openMicrophones += 1;
      return {
        getMimeType: () => 'audio/webm;codecs=opus',
        clock: {
          get recordedMs() {
            return recordedMs;
          },
          isRunning: !isMuted && !isPaused,
        },
        setPaused: async (paused) => void (isPaused = paused),
        meter: { readLevel: () => 0, energies: [0.1, 0.2], stop: () => undefined },
        stop: async () => void (openMicrophones -= 1),
      };
    },
    startRecognition: () => silentRecognition,
    preparePlayback: async () => ({ src: 'blob:recording', fileName: 'mi-historia.webm', peaks: null }),
    lockDraft: async () => () => undefined,
    makeRoom: async () => void (timesRoomWasMade += 1),
    forgetQuestion: (token) => void forgotten.push(token),
  };
  const recorder = new Recorder(dependencies, dispatch);
  // Without a pause between its attempts, a delivery that fails would go on beside all later tests.
  onTestFinished(() => recorder.dispose());
  const options = {
    userId,
    username: 'beto',
    recognizes: true,
    onRecognitionDenied: () => undefined,
    question: null,
  };
  return {
    recorder,
    options,
    dependencies,
    drafts,
    server,
    dispatch,
    getState: () => state,
    /** The recorder of the next screen of the page. */
    reopen: () => ({ recorder: new Recorder(dependencies, dispatch) }),
    requireDraft: async () => {
      const [draft] = await drafts.list(userId);
      if (!draft) throw new Error('no draft');
      return draft;
    },
    /** The tokens of the answered questions. */
    forgotten,
    openMicrophones: () => openMicrophones,
    timesRoomWasMade: () => timesRoomWasMade,
    /** True while the page asks before it closes. */
    isGuarded: () => isGuarded,
    press: () => {
      dispatch({ type: 'record-pressed' });
      return recorder.record(options);
    },
    isMicrophonePaused: () => isPaused,
    waitMs: (ms: number) => void (aheadMs += ms),
    now,
    /** Records one second of sound. */
    hear: (text: string) => {
      recordedMs += 1000;
      microphone?.onChunk(new Blob([text]), recordedMs);
    },
    hearNothing: () => void (recordedMs += 1000),
    /** A call takes the microphone, or releases it. */
    setMuted: (muted: boolean) => {
      isMuted = muted;
      microphone?.onMuted(muted, recordedMs);
    },
    stop: () => {
      aheadMs += 1000;
      recorder.session?.finish(now());
      return recorder.stop();
    },
    /** Resolves when the state matches; a test that waits in vain times out. */
    until: (isReached: (state: RecorderState) => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!isReached(state)) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      }),
  };
}

export const isAt = (step: string) => (state: RecorderState) =>
  'delivery' in state && state.delivery.step === step;

/** Waits until a check passes, on a machine that stalls now and then. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

export async function recordTwoSeconds(world = prepareRecorder()) {
  await world.press();
  world.hear('uno');
  world.hear('dos');
  await world.stop();
  return world;
}

/** Like `recordTwoSeconds`, with a text and a title, ready to be saved. */
export async function recordStory(world = prepareRecorder()) {
  await recordTwoSeconds(world);
  await world.until(isAt('ready'));
  world.dispatch({ type: 'form', event: { type: 'title-changed', title: 'La reja' } });
  return world;
}

export function save({ recorder, dispatch, getState }: ReturnType<typeof prepareRecorder>) {
  dispatch({ type: 'save-pressed' });
  const state = getState();
  if (state.phase !== 'saving') throw new Error(`not saving but ${state.phase}`);
  return recorder.save(state.form);
}
