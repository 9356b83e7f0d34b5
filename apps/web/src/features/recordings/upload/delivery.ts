import type { RecordingId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import { getErrorCode, isTransientError } from '../../../lib/errors/error-data.ts';
import type { RecorderApi } from '../recorder-api.ts';
import type { DeliveryEvent, DeliveryFailure } from '../review/review-state.ts';
import type { RecordedBytes } from './recorded-bytes.ts';
import { uploadRecording, UploadRefused, type UploadOptions } from './upload.ts';

/** What delivery needs of the world outside: the network, time and chance. */
export interface DeliveryEnvironment extends Pick<UploadOptions, 'fetch' | 'wait' | 'random' | 'now'> {
  /** Calls `listener` when the person or the network comes back; returns the way to stop. */
  readonly onReconnectOrFocus: (listener: () => void) => () => void;
}

interface DeliveryOptions {
  readonly id: RecordingId;
  readonly ownerId: UserId | null;
  readonly mimeType: string;
  readonly bytes: RecordedBytes;
  readonly api: RecorderApi;
  readonly environment: DeliveryEnvironment;
  readonly report: (event: DeliveryEvent) => void;
  /** What the browser's own recognition heard; asked for when the server says that it has no transcriber. */
  readonly getProvisionalText: () => Promise<string>;
}

/** Inspection takes about a second; it is asked about more often than a transcription. */
const inspectionPollMs = 700;
/** When it waits for the server to be mended. */
const delayedInspectionPollMs = 10_000;
const maxPollFailures = 5;
const firstRestMs = 5_000;
const maxRestMs = 60_000;

/** The way of one recording to the server, and through what becomes of it there. Reports each step; throws nothing. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #ending = new AbortController();
  #isRunning = false;
  /** Ends the rest after a failure; null while there is none. */
  #wake: (() => void) | null = null;
  #isUploaded = false;
  #peaks: readonly number[] | null = null;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Whether it failed, and waits for something. */
  get isStuck(): boolean {
    return !this.#isRunning || this.#wake !== null;
  }

  /**
   * Goes the whole way. A failure that may pass is reported, and after growing rests it goes on by itself from where the
   * server has it: a weak signal that gets better fires no event.
   */
  async run(): Promise<void> {
    this.#isRunning = true;
    for (let failures = 1; await this.#fails(); failures += 1) await this.#rest(failures);
    this.#isRunning = false;
  }

  /** Goes on after a failure at once. */
  retry(): void {
    if (this.#wake) this.#wake();
    else if (!this.#isRunning) void this.run();
  }

  /** Returns whether it failed in a way that may pass. */
  async #fails(): Promise<boolean> {
    const { report } = this.#options;
    try {
      await this.#upload();
      this.#isUploaded = true;
      void this.#sendPeaks();
      report({ type: 'uploaded' });
      if (await this.#followInspection()) await this.#followTranscription();
      return false;
    } catch (error) {
      if (this.#signal.aborted) return false;
      console.warn('The recording could not be delivered', error);
      const failure = toFailure(error);
      report({ type: 'delivery-failed', failure });
      return failure === 'network' || failure === 'server' || failure === 'disk-full';
    }
  }

  /** Shorter when the person or the network comes back. Between half and all of it, so that a crowd spreads. */
  async #rest(failures: number): Promise<void> {
    const { wait, random, onReconnectOrFocus } = this.#options.environment;
    const rest = new AbortController();
    const wake = () => rest.abort();
    this.#wake = wake;
    const stopListening = onReconnectOrFocus(wake);
    this.#signal.addEventListener('abort', wake);
    await wait(Math.min(maxRestMs, firstRestMs * 2 ** (failures - 1)) * (0.5 + random() / 2), rest.signal);
    this.#signal.removeEventListener('abort', wake);
    stopListening();
    this.#wake = null;
  }

  /** What was measured here of a sound that the server cannot decode. */
  suggestPeaks(peaks: readonly number[]): void {
    this.#peaks = peaks;
    if (this.#isUploaded) void this.#sendPeaks();
  }

  async retryTranscription(): Promise<void> {
    const { id, api, report } = this.#options;
    report({ type: 'transcription-retried' });
    try {
      await api.retryTranscription(id);
      await this.#followTranscription();
    } catch (error) {
      if (this.#signal.aborted) return;
      console.warn('The transcription could not be asked for', error);
      report({ type: 'transcription-failed', trouble: 'failed' });
    }
  }

  /** Ends it where it is, without a report. */
  end(): void {
    this.#ending.abort();
  }

  get #signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Without them the story has an even line for a picture; that is no reason to fail. */
  async #sendPeaks(): Promise<void> {
    const { id, api } = this.#options;
    if (!this.#peaks) return;
    try {
      await api.suggestPeaks(id, this.#peaks);
    } catch (error) {
      console.warn('The peaks could not be suggested', error);
    }
  }

  #upload(): Promise<void> {
    const { id, ownerId, mimeType, bytes, api, environment, report } = this.#options;
    return uploadRecording({
      ...environment,
      id,
      bytes,
      signal: this.#signal,
      begin: async () => {
        try {
          await api.begin(id, mimeType, ownerId);
        } catch (error) {
          throw canPass(error) ? error : new UploadRefused(toFailure(error), { cause: error });
        }
      },
      onProgress: (sentBytes) =>
        report({ type: 'upload-progressed', ratio: sentBytes / Math.max(1, bytes.size) }),
    });
  }

  /** Returns whether the recording was accepted. */
  async #followInspection(): Promise<boolean> {
    const { id, api, report } = this.#options;
    for (;;) {
      const status = await this.#askPatiently(inspectionPollMs, maxPollFailures, () =>
        api.getRecording(id, this.#signal),
      );
      if (status.state === 'ready') {
        report({ type: 'inspected', durationMs: status.durationMs, peaks: status.peaks });
        return true;
      }
      if (status.state === 'refused') {
        report({ type: 'refused', reason: status.reason });
        return false;
      }
      const isDelayed = status.state === 'inspecting' && status.isDelayed;
      if (isDelayed) report({ type: 'inspection-delayed' });
      await this.#pause(isDelayed ? delayedInspectionPollMs : inspectionPollMs);
    }
  }

  /** Asks every three seconds, without end: the story can be saved meanwhile, and gets its text later. */
  async #followTranscription(): Promise<void> {
    const { id, api, report, getProvisionalText } = this.#options;
    const { transcriptionMs } = limits.refresh;
    for (;;) {
      const transcription = await this.#askPatiently(transcriptionMs, Infinity, () =>
        api.getTranscription(id, this.#signal),
      );
      switch (transcription.status) {
        case 'completed':
          return report({ type: 'transcribed', text: transcription.text, words: transcription.words });
        case 'error':
          return report({ type: 'transcription-failed', trouble: transcription.trouble });
        case 'off':
          return report({ type: 'transcription-off', provisionalText: await getProvisionalText() });
        case 'queued':
          report({ type: 'transcription-waits', trouble: transcription.trouble });
          await this.#pause(transcriptionMs);
          break;
        case 'processing':
          await this.#pause(transcriptionMs);
      }
    }
  }

  /** Asks again after a failure that may pass, up to `maxFailures` of them. */
  async #askPatiently<Answer>(
    everyMs: number,
    maxFailures: number,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await ask();
      } catch (error) {
        this.#signal.throwIfAborted();
        if (!canPass(error) || failures >= maxFailures) throw error;
      }
      await this.#pause(everyMs * Math.min(failures, 5));
    }
  }

  async #pause(ms: number): Promise<void> {
    await this.#options.environment.wait(ms, this.#signal);
    this.#signal.throwIfAborted();
  }
}

const canPass = (error: unknown): boolean =>
  isTransientError(error) || getErrorCode(error) === 'RATE_LIMITED';

function toFailure(error: unknown): DeliveryFailure {
  if (error instanceof UploadRefused) return error.failure;
  const code = getErrorCode(error);
  if (code === 'UNAUTHENTICATED') return 'sign-in';
  if (code === 'RECORDING_NOT_OWN') return 'other-account';
  if (code === 'STORAGE_FULL') return 'storage-full';
  if (!canPass(error)) return 'rejected';
  return code === null ? 'network' : 'server';
}
