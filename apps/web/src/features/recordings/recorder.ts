import type { RecordingId, UserId } from '@relato/contract/ids';
import { toPeaks } from '@relato/contract/recordings/rules';
import { ActiveRecording } from './drafts/active-recording.ts';
import { CaptureRefused } from './capture/capture.ts';
import { Delivery, type DeliveryEnvironment } from './upload/delivery.ts';
import type { holdDraft } from './drafts/draft-lock.ts';
import type { Draft, DraftStore } from './drafts/draft-store.ts';
import type { LevelMeter } from './capture/level-meter.ts';
import type { preparePlayback } from './review/playback.ts';
import type { RecorderApi } from './recorder-api.ts';
import type { RecorderEvent } from './recorder-state.ts';
import { newRecordingId } from './recording-id.ts';
import {
  RecordingSession,
  type RecordingDependencies,
  type RecordOptions,
} from './capture/recording-session.ts';
import { saveStory, type SaveResult } from './review/save-story.ts';
import { toDraftFields, toRecoveredForm, toStoryInput, type StoryForm } from './review/story-form.ts';

/** The edges: everything that is not a rule of the recorder. */
export interface RecorderDependencies extends RecordingDependencies {
  readonly api: RecorderApi;
  readonly drafts: DraftStore;
  readonly environment: DeliveryEnvironment;
  readonly preparePlayback: typeof preparePlayback;
  readonly holdDraft: typeof holdDraft;
}

export interface Saved {
  readonly outcome: SaveResult;
  /** False when the recording was put aside before the answer came: the person does something else by now. */
  readonly isShown: boolean;
}

/**
 * Does what the states of the recorder stand for, and reports what happens as events. One recording at a time: what
 * `record` or `recover` began ends with `save`, `discard` or `leave`, of which only the last keeps the draft.
 */
export class Recorder {
  readonly #dependencies: RecorderDependencies;
  readonly #dispatch: (event: RecorderEvent) => void;
  #take: ActiveRecording | null = null;
  #recovery: Promise<boolean> | null = null;
  #session: RecordingSession | null = null;
  #delivery: Delivery | null = null;
  #hasLeft = false;

  constructor(dependencies: RecorderDependencies, dispatch: (event: RecorderEvent) => void) {
    this.#dependencies = dependencies;
    this.#dispatch = dispatch;
  }

  /** Whether this is the recording that it works on. */
  holds(id: RecordingId): boolean {
    return this.#take?.id === id;
  }

  /** Of the recording that goes on. */
  get meter(): LevelMeter | null {
    return this.#session?.meter ?? null;
  }

  /** Asks for the microphone and records, uploading meanwhile. */
  async record(options: RecordOptions): Promise<void> {
    // A recovery that fails must not leave the press without an answer.
    await this.#recovery;
    if (this.#take || this.#hasLeft) return;
    const take = this.#openTake(newRecordingId());
    this.#session = await this.#startSession(take, options);
    if (!this.#session) return;
    const { id, storageHealth: storage } = take;
    const isMuted = !this.#session.clock.isRunning;
    this.#dispatch({ type: 'recording-started', id, storage, isMuted });
    void this.#openDelivery(take).run();
  }

  /** The person has told it all. */
  finish(): void {
    const recordedMs = this.#session?.clock.recordedMs;
    if (recordedMs !== undefined) this.#dispatch({ type: 'stopped', by: 'person', recordedMs });
  }

  /** Ends the recording and makes it ready to be listened to. */
  async stop(): Promise<void> {
    const [take, session] = [this.#take, this.#session];
    if (!take || !session) return;
    this.#session = null;
    await session.end();
    // Meanwhile it may have been put aside, and the next one have begun.
    if (this.#take !== take) return;
    if (take.bytes.size === 0) {
      this.#dispatch({ type: 'nothing-recorded' });
      await this.#forget(take);
      return;
    }
    this.#dispatch({ type: 'recorded' });
    // After the event: a short recording may be with the server before the next line.
    take.bytes.complete();
    // It can have failed for good while recording went on.
    if (this.#delivery?.isStuck) this.#delivery.retry();
    const { energies } = session.meter;
    await this.#preparePlayback(take, energies.length > 0 ? toPeaks(energies) : null);
  }

  /**
   * Goes on with a draft. Returns false when another tab has it, or when it is gone. While there is a recording already,
   * as after a double tap, nothing happens.
   */
  async recover(id: RecordingId): Promise<boolean> {
    if (this.#take) return true;
    const recovery = this.#recover(id);
    this.#recovery = recovery;
    return recovery;
  }

  async #recover(id: RecordingId): Promise<boolean> {
    const take = this.#openTake(id);
    const draft = await this.#loadDraft(take);
    if (!draft || this.#take !== take) {
      this.#close(take);
      take.close();
      return false;
    }
    const { durationMs } = draft;
    this.#dispatch({
      type: 'recovered',
      take: { id, durationMs, stoppedBy: 'person', isStored: true, src: null, fileName: '', peaks: null },
      form: toRecoveredForm(draft),
    });
    void this.#openDelivery(take).run();
    await this.#preparePlayback(take, null);
    return true;
  }

  /** Keeps what the person wrote beside the sound. */
  keepForm(form: StoryForm): void {
    this.#take?.keep(toDraftFields(form));
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
   * Makes a story of the recording. Throws what the server said; nothing is lost then. A recording that was put aside
   * meanwhile is saved all the same, and what is worked on by then is left alone.
   */
  async save(form: StoryForm): Promise<Saved | null> {
    const take = this.#take;
    if (!take) return null;
    try {
      const outcome = await saveStory({
        id: take.id,
        input: toStoryInput(form),
        sentInput: take.sentInput,
        api: this.#dependencies.api,
        remember: (sentInput) => take.rememberSent(sentInput),
      });
      const isCurrent = this.#take === take;
      await this.#forget(take);
      if (isCurrent) this.#dispatch({ type: 'saved' });
      return { outcome, isShown: isCurrent && !this.#hasLeft };
    } catch (error) {
      this.#report(take, { type: 'save-failed' });
      throw error;
    }
  }

  /** Throws the recording away, here and on the server. */
  async discard(): Promise<void> {
    const take = this.#take;
    if (!take) return;
    this.#dispatch({ type: 'discarded' });
    await this.#forget(take);
    // What stays on the server without a story is collected there.
    await this.#dependencies.api.discard(take.id).catch((error: unknown) => console.warn(error));
  }

  /** The screen goes away: what is being recorded ends here, and stays as a draft. */
  async leave(): Promise<void> {
    this.#hasLeft = true;
    await this.#putAside();
  }

  /**
   * Somebody is signed in: what another account recorded ends here, and stays as that one's draft. Returns whether
   * there was such a recording.
   */
  async handOver(userId: UserId): Promise<boolean> {
    if (!this.#take?.ownerId || this.#take.ownerId === userId) return false;
    this.#dispatch({ type: 'put-aside' });
    await this.#putAside();
    return true;
  }

  async #putAside(): Promise<void> {
    const [take, session] = [this.#take, this.#session];
    if (!take) return;
    this.#session = null;
    // Before anything is waited for, so that the next recording can begin.
    this.#close(take);
    await session?.end();
    await take.settle();
    take.close();
  }

  /** Of a recording that is worked on; what comes later of another changes nothing. */
  #report(take: ActiveRecording, event: RecorderEvent): void {
    if (this.#take === take) this.#dispatch(event);
  }

  #openTake(id: RecordingId): ActiveRecording {
    const take: ActiveRecording = new ActiveRecording({
      id,
      drafts: this.#dependencies.drafts,
      onStorageHealth: (storage) => this.#report(take, { type: 'warned', warnings: { storage } }),
    });
    this.#take = take;
    return take;
  }

  async #loadDraft(take: ActiveRecording): Promise<Draft | null> {
    const release = await this.#dependencies.holdDraft(take.id);
    if (!release) return null;
    take.release = release;
    try {
      const draft = await this.#dependencies.drafts.get(take.id);
      if (draft) await take.load(draft);
      return take.bytes.size > 0 ? draft : null;
    } catch (error) {
      console.warn('The draft could not be read', error);
      return null;
    }
  }

  async #startSession(take: ActiveRecording, options: RecordOptions): Promise<RecordingSession | null> {
    try {
      take.release = (await this.#dependencies.holdDraft(take.id)) ?? take.release;
      const report = (event: RecorderEvent) => this.#report(take, event);
      const session = await RecordingSession.start(take, this.#dependencies, report, options);
      if (this.#take === take) return session;
      await session.end();
      await take.forget();
    } catch (error) {
      console.warn('The recording did not begin', error);
      const refusal = error instanceof CaptureRefused ? error.refusal : 'unsupported';
      this.#report(take, { type: 'capture-refused', refusal });
    }
    this.#close(take);
    take.close();
    return null;
  }

  #openDelivery(take: ActiveRecording): Delivery {
    const { api, environment } = this.#dependencies;
    const { id, ownerId, mimeType, bytes } = take;
    this.#delivery = new Delivery({
      id,
      ownerId,
      mimeType,
      bytes,
      api,
      environment,
      report: (event) => this.#report(take, { type: 'delivery', event }),
      getProvisionalText: async () => {
        await take.recognized;
        return take.provisionalText;
      },
    });
    return this.#delivery;
  }

  async #preparePlayback(take: ActiveRecording, heardPeaks: readonly number[] | null): Promise<void> {
    const { src, fileName, peaks } = await this.#dependencies.preparePlayback(
      take.bytes.toBlob(take.mimeType),
    );
    if (this.#take !== take) {
      URL.revokeObjectURL(src);
      return;
    }
    take.src = src;
    this.#dispatch({ type: 'playback-prepared', src, fileName, peaks: peaks ?? heardPeaks });
    if (peaks) this.#delivery?.suggestPeaks(peaks);
  }

  /** Ready for the next one at once; what is stored goes in the background. */
  async #forget(take: ActiveRecording): Promise<void> {
    this.#close(take);
    await take.forget();
    take.close();
  }

  #close(take: ActiveRecording): void {
    if (this.#take !== take) return;
    this.#delivery?.end();
    this.#delivery = null;
    this.#take = null;
  }
}
