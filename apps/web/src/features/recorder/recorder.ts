import type { RecordingId, UserId } from '@relato/contract/ids';
import { toPeaks } from '@relato/contract/peaks';
import { ActiveTake } from './active-take.ts';
import { CaptureRefused } from './capture.ts';
import { Delivery, type DeliveryEnvironment } from './delivery.ts';
import type { holdDraft } from './draft-lock.ts';
import type { Draft, DraftStore } from './draft-store.ts';
import type { LevelMeter } from './level-meter.ts';
import type { preparePlayback } from './playback.ts';
import type { RecorderApi } from './recorder-api.ts';
import type { RecorderEvent } from './recorder-state.ts';
import { newRecordingId } from './recording-id.ts';
import { RecordingSession, type RecordingEdges, type RecordOptions } from './recording-session.ts';
import { saveStory, type SaveResult } from './save-story.ts';
import { toDraftFields, toRecoveredForm, toStoryInput, type StoryForm } from './story-form.ts';

/** The edges: everything that is not a rule of the recorder. */
export interface RecorderEdges extends RecordingEdges {
  readonly api: RecorderApi;
  readonly drafts: DraftStore;
  readonly environment: DeliveryEnvironment;
  readonly preparePlayback: typeof preparePlayback;
  readonly holdDraft: typeof holdDraft;
}

/**
 * Does what the states of the recorder stand for, and reports what happens as events. One recording at a time: what
 * `record` or `recover` began ends with `save`, `discard` or `leave`, of which only the last keeps the draft.
 */
export class Recorder {
  readonly #edges: RecorderEdges;
  readonly #dispatch: (event: RecorderEvent) => void;
  #take: ActiveTake | null = null;
  #session: RecordingSession | null = null;
  #delivery: Delivery | null = null;
  #hasLeft = false;

  constructor(edges: RecorderEdges, dispatch: (event: RecorderEvent) => void) {
    this.#edges = edges;
    this.#dispatch = dispatch;
  }

  /** Of the recording that goes on. */
  get meter(): LevelMeter | null {
    return this.#session?.meter ?? null;
  }

  /** Asks for the microphone and records, uploading meanwhile. */
  async record(options: RecordOptions): Promise<void> {
    if (this.#take) return;
    const take = this.#openTake(newRecordingId());
    this.#session = await this.#startSession(take, options);
    if (!this.#session) return;
    const { id, isStored } = take;
    const isMuted = !this.#session.clock.isRunning;
    this.#dispatch({ type: 'recording-started', id, isStored, isMuted });
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
    if (take.bytes.size === 0) {
      this.#dispatch({ type: 'nothing-recorded' });
      await this.#forget(take);
      return;
    }
    this.#dispatch({ type: 'recorded' });
    // After the event: a short recording may be with the server before the next line.
    take.bytes.complete();
    // It can have failed for good while recording went on.
    if (this.#delivery?.isRunning === false) void this.#delivery.run();
    const { energies } = session.meter;
    await this.#preparePlayback(take, energies.length > 0 ? toPeaks(energies) : null);
  }

  /** Goes on with a draft. Returns false when another tab has it, or when it is gone. */
  async recover(id: RecordingId): Promise<boolean> {
    if (this.#take) return false;
    const take = this.#openTake(id);
    const draft = await this.#loadDraft(take);
    if (!draft || this.#hasLeft) {
      this.#close();
      take.close();
      return false;
    }
    const { durationMs } = draft;
    this.#dispatch({
      type: 'recovered',
      take: { id, durationMs, stoppedBy: 'person', isStored: true, src: null, peaks: null },
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
    if (this.#delivery?.isRunning !== false) return;
    this.#dispatch({ type: 'delivery', event: { type: 'delivery-retried' } });
    void this.#delivery.run();
  }

  async retryTranscription(): Promise<void> {
    await this.#delivery?.retryTranscription();
  }

  /** Makes a story of the recording. Throws what the server said; nothing is lost then. */
  async save(form: StoryForm): Promise<SaveResult | null> {
    const take = this.#take;
    if (!take) return null;
    try {
      const result = await saveStory({
        id: take.id,
        input: toStoryInput(form),
        sentInput: take.sentInput,
        api: this.#edges.api,
        remember: (sentInput) => take.rememberSent(sentInput),
      });
      await this.#forget(take);
      this.#dispatch({ type: 'saved' });
      return result;
    } catch (error) {
      this.#dispatch({ type: 'save-failed' });
      throw error;
    }
  }

  /** Throws the recording away, here and on the server. */
  async discard(): Promise<void> {
    const take = this.#take;
    this.#dispatch({ type: 'discarded' });
    if (!take) return;
    await this.#forget(take);
    // What stays on the server without a story is collected there.
    await this.#edges.api.discard(take.id).catch((error: unknown) => console.warn(error));
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
    this.#session = null;
    // Before anything is waited for, so that the next recording can begin.
    this.#close();
    await session?.end();
    await take?.settle();
    take?.close();
  }

  #openTake(id: RecordingId): ActiveTake {
    const take = new ActiveTake({
      id,
      drafts: this.#edges.drafts,
      onStorageHealth: (isHealthy) => this.#dispatch({ type: 'warned', warnings: { storage: !isHealthy } }),
    });
    this.#take = take;
    return take;
  }

  async #loadDraft(take: ActiveTake): Promise<Draft | null> {
    const release = await this.#edges.holdDraft(take.id);
    if (!release) return null;
    take.release = release;
    try {
      const draft = await this.#edges.drafts.get(take.id);
      if (draft) await take.load(draft);
      return take.bytes.size > 0 ? draft : null;
    } catch (error) {
      console.warn('The draft could not be read', error);
      return null;
    }
  }

  async #startSession(take: ActiveTake, options: RecordOptions): Promise<RecordingSession | null> {
    try {
      take.release = (await this.#edges.holdDraft(take.id)) ?? take.release;
      const session = await RecordingSession.start(take, this.#edges, this.#dispatch, options);
      if (!this.#hasLeft) return session;
      await session.end();
      await take.forget();
    } catch (error) {
      console.warn('The recording did not begin', error);
      const refusal = error instanceof CaptureRefused ? error.refusal : 'unsupported';
      this.#dispatch({ type: 'capture-refused', refusal });
    }
    this.#close();
    take.close();
    return null;
  }

  #openDelivery(take: ActiveTake): Delivery {
    const { api, environment } = this.#edges;
    const { id, ownerId, mimeType, bytes } = take;
    this.#delivery = new Delivery({
      id,
      ownerId,
      mimeType,
      bytes,
      api,
      environment,
      report: (event) => this.#dispatch({ type: 'delivery', event }),
      getProvisionalText: async () => {
        await take.recognized;
        return take.provisionalText;
      },
    });
    return this.#delivery;
  }

  async #preparePlayback(take: ActiveTake, heardPeaks: readonly number[] | null): Promise<void> {
    const { src, peaks } = await this.#edges.preparePlayback(take.bytes.toBlob(take.mimeType));
    if (this.#take !== take) {
      URL.revokeObjectURL(src);
      return;
    }
    take.src = src;
    this.#dispatch({ type: 'playback-prepared', src, peaks: peaks ?? heardPeaks });
    if (peaks) this.#delivery?.suggestPeaks(peaks);
  }

  /** Ready for the next one at once; what is stored goes in the background. */
  async #forget(take: ActiveTake): Promise<void> {
    this.#close();
    await take.forget();
    take.close();
  }

  #close(): void {
    this.#delivery?.end();
    this.#delivery = null;
    this.#take = null;
  }
}
