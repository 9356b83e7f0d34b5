import type { RecordingId, UserId } from '@relato/contract/ids';
import { toPeaks } from '@relato/contract/recordings/waveform';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { CaptureRefused } from './capture/microphone.ts';
import { RecordingSession, toLength, type RecordOptions } from './capture/recording-session.ts';
import { ActiveRecording, loadDraft, type Recovery } from './drafts/store/active-recording.ts';
import { type Disguise, replaceByDisguise } from './disguise/replace-by-disguise.ts';
import type { DiscardOutcome } from './drafts/store/discards.ts';
import { leaveBehind } from './drafts/store/leave-behind.ts';
import type { Unstored } from './drafts/store/unstored.ts';
import { openDelivery } from './open-delivery.ts';
import { newRecordingId, saveStory } from './recorder-api.ts';
import type { RecorderDependencies, SavedRecording } from './recorder-dependencies.ts';
import type { RecorderEvent } from './recorder-types.ts';
import { forgetAnswered, toSavedAnswer } from './review/saved-answer.ts';
import { type StoryForm, toDraftFields, toStoryInput } from './review/story-form.ts';
import { toRecovered } from './to-recovered.ts';
import type { Delivery } from './upload/delivery.ts';

/**
 * Carries out the states of the recorder and reports events. It handles one recording at a time: `record` or `recover`
 * starts it, and `save`, `discard` or `dispose` ends it, of which only `dispose` keeps the draft.
 */
export class Recorder {
  readonly #dependencies: RecorderDependencies;
  readonly #dispatch: (event: RecorderEvent) => void;
  #recording: ActiveRecording | null = null;
  #recovery: Promise<Recovery> | null = null;
  #session: RecordingSession | null = null;
  #delivery: Delivery | null = null;
  #isDisposed = false;

  constructor(dependencies: RecorderDependencies, dispatch: (event: RecorderEvent) => void) {
    this.#dependencies = dependencies;
    this.#dispatch = dispatch;
  }

  holds = (id: RecordingId): boolean => this.#recording?.id === id;

  /** The whole recording without changes. */
  get sound(): Blob | null {
    return this.#recording && this.#recording.bytes.toBlob(this.#recording.mimeType);
  }

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
    this.#dispatch({ type: 'recording-started', id, storage, isMuted, ...toLength(recording) });
    void this.#openDelivery(recording).run();
  }

  async stop(): Promise<void> {
    const [recording, session] = [this.#recording, this.#session];
    if (!recording || !session) return;
    this.#session = null;
    await session.end();
    // The recording may have been put aside, and the next one started.
    if (this.#recording !== recording) return;
    if (recording.bytes.size === 0) {
      this.#dispatch({ type: 'nothing-recorded' });
      await this.#forget(recording);
      return;
    }
    this.#dispatch({ type: 'recorded', answer: recording.answer });
    // After the event, because a short recording may reach the server before the next line.
    recording.bytes.complete();
    // The delivery may have failed for good during the recording.
    this.#delivery?.retry();
    const { energies } = session.meter;
    await this.#preparePlayback(recording, energies.length > 0 ? toPeaks(energies) : null);
  }

  /** Resumes a draft, or returns why it is not open. The second call of a double tap does nothing. */
  async recover(id: RecordingId): Promise<Recovery> {
    if (this.#recording) return this.holds(id) ? 'open' : 'busy';
    const recovery = this.#recover(id);
    this.#recovery = recovery;
    return recovery;
  }

  async #recover(id: RecordingId, toEvent = toRecovered, unstored?: Unstored): Promise<Recovery> {
    const recording = this.#openRecording(id);
    const draft = await loadDraft(recording, this.#dependencies, unstored);
    const isLeft = this.#recording !== recording;
    // One that was put aside meanwhile, and is still not stored, waits on with its lock.
    if (unstored && !(isLeft && recording.storageHealth !== 'stored')) {
      recording.release = unstored.release;
      this.#dependencies.unstored.forget(id);
    }
    if (typeof draft === 'string' || isLeft) {
      this.#close(recording);
      recording.close();
      return typeof draft === 'string' ? draft : 'unreadable';
    }
    this.#dispatch(toEvent(draft, recording.storageHealth !== 'failing'));
    void this.#openDelivery(recording).run();
    await this.#preparePlayback(recording, null);
    return 'open';
  }

  /** Stores the form with the sound. `isDue` has it saved without the user, until they choose other listeners. */
  keepForm(form: StoryForm, due: { readonly isDue?: true } = {}): void {
    const isRechosen = form.answer?.visibility !== this.#recording?.answer?.visibility;
    this.#recording?.keep({ ...toDraftFields(form), ...(isRechosen && { isDue: false }), ...due });
  }

  /** Puts the recording aside, to be saved later. Returns false, and leaves it open, if this browser did not store it. */
  async queue(form: StoryForm): Promise<boolean> {
    const recording = this.#recording;
    this.keepForm(form, { isDue: true });
    await recording?.settle();
    if (this.#recording !== recording || !recording?.isQueued) return false;
    (await this.#putAside())?.close();
    this.#dispatch({ type: 'put-aside' });
    return true;
  }

  retryDelivery = (): void => this.#delivery?.retry();

  retryTranscription = async (): Promise<void> => this.#delivery?.retryTranscription();

  /**
   * Saves the recording as a story. Throws the server's error without losing anything. A recording that was put aside
   * meanwhile is saved as well; the result then is not shown, because the user is busy with something else.
   */
  async save(form: StoryForm): Promise<SavedRecording | null> {
    const recording = this.#recording;
    if (!recording) return null;
    try {
      const saving = saveStory({
        id: recording.id,
        input: toStoryInput(form),
        heard: form.transcript.heard?.text,
        sentInput: recording.sentInput,
        api: this.#dependencies.api,
        remember: (sentInput) => recording.rememberSent(sentInput),
      });
      recording.saving = saving;
      const answer = toSavedAnswer(form, await saving);
      forgetAnswered(form.answer, this.#dependencies.forgetQuestion);
      const isCurrent = this.#recording === recording;
      await this.#forget(recording);
      if (isCurrent) this.#dispatch({ type: 'saved' });
      return { isShown: isCurrent && !this.#isDisposed, ...(answer && { answer }) };
    } catch (error) {
      this.#report(recording, { type: 'save-failed' });
      // The sound is still here, and can be saved once all of it has been sent again.
      if (this.#recording === recording && getErrorCode(error) === 'RECORDING_NOT_FOUND')
        this.#delivery?.restart();
      throw error;
    }
  }

  /** Stops the delivery. Returns a function that resumes it, unless another recording has started. */
  holdDelivery(): () => void {
    const [recording, delivery] = [this.#recording, this.#delivery];
    if (!recording || !delivery?.isRunning) return () => undefined;
    delivery.end();
    return () => void (delivery === this.#delivery && this.#openDelivery(recording).run());
  }

  /** Replaces the recording as `replaceByDisguise` does. Resolves with the outcome for the server's copy. */
  async disguise(disguise: Disguise): Promise<DiscardOutcome> {
    const before = this.#recording;
    if (!before) throw new Error('There is no recording');
    const { id, deletion } = await replaceByDisguise(before, disguise, this.#dependencies);
    if (this.#recording === before) {
      this.#close(before);
      before.close();
      const toEvent = () => ({ type: 'disguised', id, disguise: disguise.character }) as const;
      if ((await this.#recover(id, toEvent)) !== 'open') this.#dispatch({ type: 'put-aside' });
    }
    return deletion;
  }

  async discard(): Promise<void> {
    const recording = this.#recording;
    if (!recording) return;
    this.#dispatch({ type: 'discarded' });
    // Both begin at once, because the page may end.
    const forgetting = this.#forget(recording);
    if (recording.ownerId) await this.#dependencies.api.discard(recording.id, recording.ownerId);
    await forgetting;
  }

  /** Ends the recording when the screen unmounts, and keeps it as a draft. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    (await this.#putAside())?.close();
  }

  /** Ends the recording because its user has signed out or another one has signed in. Returns as `leaveBehind` does. */
  async leave(): ReturnType<typeof leaveBehind> {
    if (this.#recording) this.#dispatch({ type: 'put-aside' });
    const recording = await this.#putAside();
    return recording && leaveBehind(recording, this.#dependencies.unstored);
  }

  /** Resumes what waits for this user's sign-in: the delivery, or a recording that only the memory of the page has. */
  async resume(userId: UserId): Promise<void> {
    if (this.#recording?.ownerId === userId) this.#delivery?.wake();
    const unstored = this.#dependencies.unstored.getOf(userId);
    if (!unstored || this.#recording) return;
    this.#recovery = this.#recover(unstored.draft.id, toRecovered, unstored);
    await this.#recovery;
  }

  /** Takes the recording off the screen. Returns it when all that can be stored is stored. */
  async #putAside(): Promise<ActiveRecording | null> {
    const [recording, session] = [this.#recording, this.#session];
    if (!recording) return null;
    this.#session = null;
    // Closed before the first await, so that the next recording can begin.
    this.#close(recording);
    await session?.end();
    await recording.settle();
    if (recording.isQueued && !recording.isRefused)
      forgetAnswered(recording.answer, this.#dependencies.forgetQuestion);
    return recording;
  }

  /** Dispatches events of the current recording, and ignores those of earlier ones. */
  #report(recording: ActiveRecording, event: RecorderEvent): void {
    if (this.#recording === recording) this.#dispatch(event);
  }

  #openRecording(id: RecordingId): ActiveRecording {
    const recording: ActiveRecording = new ActiveRecording({
      id,
      drafts: this.#dependencies.drafts,
      onStorageHealth: (storage) => this.#report(recording, { type: 'warned', warnings: { storage } }),
      makeRoom: () => this.#dependencies.makeRoom(),
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
    const report = (event: RecorderEvent) => this.#report(recording, event);
    this.#delivery = openDelivery(recording, this.#dependencies, report);
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
    this.#dependencies.unstored.forget(recording.id);
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
