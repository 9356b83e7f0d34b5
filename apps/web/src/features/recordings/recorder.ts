import type { RecordingId, UserId } from '@relato/contract/ids';
import { toPeaks } from '@relato/contract/recordings/waveform';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { CaptureRefused } from './capture/microphone.ts';
import {
  type RecordingDependencies,
  RecordingSession,
  type RecordOptions,
} from './capture/recording-session.ts';
import { ActiveRecording, loadDraft } from './drafts/store/active-recording.ts';
import type { DraftStore } from './drafts/store/draft-store.ts';
import type { lockDraft } from './drafts/store/drafts.ts';
import { newRecordingId, type RecorderApi, saveStory } from './recorder-api.ts';
import type { RecorderEvent } from './recorder-types.ts';
import { type StoryForm, toDraftFields, toRecoveredForm, toStoryInput } from './review/story-form.ts';
import { Delivery, type DeliveryEnvironment } from './upload/delivery.ts';
import { newRecording } from './review/review-state.ts';

/** The recorder's dependencies: everything that is not one of its rules. */
export interface RecorderDependencies extends RecordingDependencies {
  readonly api: RecorderApi;
  readonly drafts: DraftStore;
  readonly environment: DeliveryEnvironment;
  readonly lockDraft: typeof lockDraft;
  /** Removes what this browser can spare, because it does not store the recording. */
  readonly makeRoom: () => void;
}

/**
 * Carries out the states of the recorder and reports what happens as events. It handles one recording at a time: what
 * `record` or `recover` starts ends with `save`, `discard` or `dispose`, and only `dispose` keeps the draft.
 */
export class Recorder {
  readonly #dependencies: RecorderDependencies;
  readonly #dispatch: (event: RecorderEvent) => void;
  #recording: ActiveRecording | null = null;
  #recovery: Promise<boolean> | null = null;
  #session: RecordingSession | null = null;
  #delivery: Delivery | null = null;
  #isDisposed = false;

  constructor(dependencies: RecorderDependencies, dispatch: (event: RecorderEvent) => void) {
    this.#dependencies = dependencies;
    this.#dispatch = dispatch;
  }

  holds = (id: RecordingId): boolean => this.#recording?.id === id;

  get session(): RecordingSession | null {
    return this.#session;
  }

  /** Opens the microphone and records, uploading meanwhile. */
  async record(options: RecordOptions): Promise<void> {
    // A failing recovery must not swallow the press.
    await this.#recovery;
    if (this.#recording || this.#isDisposed) return;
    const recording = this.#openRecording(newRecordingId());
    this.#session = await this.#startSession(recording, options);
    if (!this.#session) return;
    const { id, storageHealth: storage } = recording;
    const isMuted = !this.#session.clock.isRunning;
    this.#dispatch({ type: 'recording-started', id, storage, isMuted });
    void this.#openDelivery(recording).run();
  }

  async stop(): Promise<void> {
    const [recording, session] = [this.#recording, this.#session];
    if (!recording || !session) return;
    this.#session = null;
    await session.end();
    // It may have been put aside meanwhile, and the next recording started.
    if (this.#recording !== recording) return;
    if (recording.bytes.size === 0) {
      this.#dispatch({ type: 'nothing-recorded' });
      await this.#forget(recording);
      return;
    }
    this.#dispatch({ type: 'recorded' });
    // After the event, because a short recording may reach the server before the next line.
    recording.bytes.complete();
    // The delivery may have failed for good during the recording.
    if (this.#delivery?.isStuck) this.#delivery.retry();
    const { energies } = session.meter;
    await this.#preparePlayback(recording, energies.length > 0 ? toPeaks(energies) : null);
  }

  /**
   * Resumes a draft. Returns false if another tab holds it, or if it is gone. Does nothing while there is a recording,
   * for example after a double tap.
   */
  async recover(id: RecordingId): Promise<boolean> {
    if (this.#recording) return true;
    const recovery = this.#recover(id);
    this.#recovery = recovery;
    return recovery;
  }

  async #recover(id: RecordingId): Promise<boolean> {
    const recording = this.#openRecording(id);
    const draft = await loadDraft(recording, this.#dependencies);
    if (!draft || this.#recording !== recording) {
      this.#close(recording);
      recording.close();
      return false;
    }
    const { durationMs } = draft;
    this.#dispatch({
      type: 'recovered',
      recording: newRecording({ id, durationMs, stoppedBy: 'person', isStored: true }),
      form: toRecoveredForm(draft),
    });
    void this.#openDelivery(recording).run();
    await this.#preparePlayback(recording, null);
    return true;
  }

  /** Stores the form with the sound, and with `isDue` that it is to be saved as it is, also if the user leaves. */
  keepForm(form: StoryForm, due: { readonly isDue?: true } = {}): void {
    this.#recording?.keep({ ...toDraftFields(form), ...due });
  }

  /** Leaves the recording as a draft that is saved as soon as the server can be reached. */
  async queue(form: StoryForm): Promise<void> {
    this.keepForm(form, { isDue: true });
    this.#dispatch({ type: 'put-aside' });
    await this.#putAside();
  }

  retryDelivery(): void {
    if (!this.#delivery?.isStuck) return;
    this.#dispatch({ type: 'delivery', event: { type: 'delivery-retried' } });
    this.#delivery.retry();
  }

  async retryTranscription(): Promise<void> {
    await this.#delivery?.retryTranscription();
  }

  /**
   * Saves the recording as a story. Throws the server's error; nothing is lost then. A recording that was put aside
   * meanwhile is saved as well, and the current one is left alone; the user does something else by then, so it is not
   * shown.
   */
  async save(form: StoryForm): Promise<{ readonly isShown: boolean } | null> {
    const recording = this.#recording;
    if (!recording) return null;
    try {
      recording.saving = saveStory({
        id: recording.id,
        input: toStoryInput(form),
        sentInput: recording.sentInput,
        api: this.#dependencies.api,
        remember: (sentInput) => recording.rememberSent(sentInput),
      });
      await recording.saving;
      const isCurrent = this.#recording === recording;
      await this.#forget(recording);
      if (isCurrent) this.#dispatch({ type: 'saved' });
      return { isShown: isCurrent && !this.#isDisposed };
    } catch (error) {
      this.#report(recording, { type: 'save-failed' });
      // Its sound is still here. The user can save it when all of it has arrived again.
      if (this.#recording === recording && getErrorCode(error) === 'RECORDING_NOT_FOUND')
        this.#delivery?.restart();
      throw error;
    }
  }

  async discard(): Promise<void> {
    const recording = this.#recording;
    if (!recording) return;
    this.#dispatch({ type: 'discarded' });
    await this.#forget(recording);
    if (recording.ownerId) await this.#dependencies.api.discard(recording.id, recording.ownerId);
  }

  /** Ends the recording when the screen unmounts, and keeps it as a draft. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#putAside();
  }

  /**
   * Handles a sign-in: a recording of another account ends and stays that account's draft. Returns whether there was
   * one.
   */
  async switchUser(userId: UserId): Promise<boolean> {
    if (!this.#recording?.ownerId || this.#recording.ownerId === userId) return false;
    this.#dispatch({ type: 'put-aside' });
    await this.#putAside();
    return true;
  }

  async #putAside(): Promise<void> {
    const [recording, session] = [this.#recording, this.#session];
    if (!recording) return;
    this.#session = null;
    // Before anything is awaited, so that the next recording can begin.
    this.#close(recording);
    await session?.end();
    await recording.settle();
    recording.close();
  }

  /** Dispatches events of the current recording; later events of an earlier one change nothing. */
  #report(recording: ActiveRecording, event: RecorderEvent): void {
    if (this.#recording === recording) this.#dispatch(event);
  }

  #openRecording(id: RecordingId): ActiveRecording {
    const recording: ActiveRecording = new ActiveRecording({
      id,
      drafts: this.#dependencies.drafts,
      onStorageHealth: (storage) => {
        if (storage === 'failing') this.#dependencies.makeRoom();
        this.#report(recording, { type: 'warned', warnings: { storage } });
      },
    });
    this.#recording = recording;
    return recording;
  }

  async #startSession(recording: ActiveRecording, options: RecordOptions): Promise<RecordingSession | null> {
    try {
      recording.release = (await this.#dependencies.lockDraft(recording.id)) ?? recording.release;
      const report = (event: RecorderEvent) => this.#report(recording, event);
      const session = await RecordingSession.start(recording, this.#dependencies, report, options);
      if (this.#recording === recording) return session;
      await session.end();
      await recording.forget();
    } catch (error) {
      console.warn('The recording did not begin', error);
      const refusal = error instanceof CaptureRefused ? error.refusal : 'unsupported';
      this.#report(recording, { type: 'capture-refused', refusal });
    }
    this.#close(recording);
    recording.close();
    return null;
  }

  #openDelivery(recording: ActiveRecording): Delivery {
    const { api, environment } = this.#dependencies;
    const { id, ownerId, mimeType, bytes } = recording;
    this.#delivery = new Delivery({
      id,
      ownerId,
      mimeType,
      bytes,
      api,
      environment,
      report: (event) => {
        recording.noteDelivery(event);
        this.#report(recording, { type: 'delivery', event });
      },
      getProvisionalText: () => recording.readProvisionalText(),
    });
    return this.#delivery;
  }

  async #preparePlayback(recording: ActiveRecording, heardPeaks: readonly number[] | null): Promise<void> {
    const { src, fileName, peaks } = await this.#dependencies.preparePlayback(
      recording.bytes.toBlob(recording.mimeType),
    );
    if (this.#recording !== recording) {
      URL.revokeObjectURL(src);
      return;
    }
    recording.src = src;
    this.#dispatch({ type: 'playback-prepared', src, fileName, peaks: peaks ?? heardPeaks });
  }

  /** The next recording can begin at once; the stored data is removed in the background. */
  async #forget(recording: ActiveRecording): Promise<void> {
    this.#close(recording);
    await recording.forget();
    recording.close();
  }

  #close(recording: ActiveRecording): void {
    if (this.#recording !== recording) return;
    this.#delivery?.end();
    this.#delivery = null;
    this.#recording = null;
  }
}
