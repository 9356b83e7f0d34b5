import type { ErrorCode } from '@relato/contract/errors';
import type { RecordingId, UserId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import { getErrorCode, isTransientError } from '../../../lib/errors/error-data.ts';
import type { RecorderApi } from '../recorder-api.ts';
import { type DeliveryEvent, type DeliveryFailure, passingFailures } from '../review/review-state.ts';
import type { RecordedBytes } from './recorded-bytes.ts';
import { TryLater, uploadRecording, UploadRefused, type UploadOptions } from './upload.ts';

export interface DeliveryEnvironment extends Pick<UploadOptions, 'fetch' | 'wait' | 'random' | 'now'> {
  /** Calls `listener` when the user or the network comes back; returns a function that unsubscribes. */
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
  /** Returns the text of the browser's speech recognition; called if the server has no transcriber. */
  readonly getProvisionalText: () => Promise<string>;
}

/** An inspection takes about a second, so it is polled more often than a transcription. */
const inspectionPollMs = 700;
/** The interval while the server waits for a repair. */
const delayedInspectionPollMs = 10_000;
const maxPollFailures = 5;
const firstRestMs = 5_000;
const maxRestMs = 60_000;

/** Delivers one recording to the server and follows its processing there. Reports each step and throws nothing. */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #ending = new AbortController();
  #isRunning = false;
  /** Ends the pause after a failure; null while there is no pause. */
  #wake: (() => void) | null = null;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /**
   * Runs the whole delivery. After a transient failure it reports, pauses with growing delays, and resumes from where
   * the server is, because a weak signal that recovers fires no event, nor does a sign-in in another tab.
   */
  async run(): Promise<void> {
    this.#isRunning = true;
    for (let failures = 1; await this.#fails(); failures += 1) await this.#rest(failures);
    this.#isRunning = false;
  }

  /** Ends the pause after a failure, because its cause may be gone. */
  wake(): void {
    this.#wake?.();
  }

  /** Resumes after a failure at once, also after one for which it does not pause. */
  retry(): void {
    if (this.#isRunning && !this.#wake) return;
    this.#options.report({ type: 'delivery-retried' });
    if (this.#wake) this.#wake();
    else void this.run();
  }

  /** Sends the recording again, because the server has deleted it. */
  restart(): void {
    this.#options.report({ type: 'delivery-restarted' });
    this.retry();
  }

  /** Returns whether the last attempt failed with an error that may pass. A 401 does, because the owner may sign in again. */
  async #fails(): Promise<boolean> {
    const { report } = this.#options;
    try {
      await this.#upload();
      report({ type: 'uploaded' });
      if (await this.#followInspection()) await this.#followTranscription();
      return false;
    } catch (error) {
      if (this.#signal.aborted) return false;
      console.warn('The recording could not be delivered', error);
      // The recording was announced, but deleted since on another device or because it expired.
      const isGone = getErrorCode(error) === 'RECORDING_NOT_FOUND';
      const failure = toFailure(error);
      report(isGone ? { type: 'delivery-restarted' } : { type: 'delivery-failed', failure });
      return isGone || failure === 'sign-in' || passingFailures.has(failure);
    }
  }

  /** Pauses. Ends early when the user or the network comes back. The jitter spreads clients that failed together. */
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

  /** Stops the delivery without a report. */
  end(): void {
    this.#ending.abort();
  }

  get #signal(): AbortSignal {
    return this.#ending.signal;
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
          const failure = toFailure(error);
          // A limit lasts an hour, so an immediate retry is useless.
          throw canPass(error) && failure !== 'too-often'
            ? new TryLater('not announced', 0, failure, { cause: error })
            : new UploadRefused(failure, { cause: error });
        }
      },
      onProgress: (sentBytes) =>
        report({ type: 'upload-progressed', ratio: sentBytes / Math.max(1, bytes.size) }),
    });
  }

  async #followInspection(): Promise<boolean> {
    const { id, api, report } = this.#options;
    for (;;) {
      const status = await this.#askPatiently(inspectionPollMs, maxPollFailures, () =>
        api.getRecording(id, this.#signal),
      );
      if (status.state === 'ready') {
        const { durationMs, peaks, isCutShort } = status;
        report({ type: 'inspected', durationMs, peaks, isCutShort });
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

  /** Polls every three seconds without end: the story can be saved meanwhile and gets its text later. */
  async #followTranscription(): Promise<void> {
    const { id, api, report, getProvisionalText } = this.#options;
    const { refreshMs } = limits.transcription;
    for (;;) {
      const transcription = await this.#askPatiently(refreshMs, Infinity, () =>
        api.getTranscription(id, this.#signal),
      );
      switch (transcription.status) {
        case 'completed':
          return report({ ...transcription, type: 'transcribed' });
        case 'error':
          return report({ type: 'transcription-failed', trouble: transcription.trouble });
        case 'off':
          return report({ type: 'transcription-off', provisionalText: await getProvisionalText() });
        case 'queued':
          report({ type: 'transcription-waits', trouble: transcription.trouble });
          break;
        case 'processing':
          report({ type: 'transcription-waits', trouble: null });
      }
      await this.#pause(refreshMs);
    }
  }

  /** Retries transient failures, up to `maxFailures` of them. */
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

/** CONFLICT says that a concurrent change was in the way. */
const passing: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'CONFLICT']);

function canPass(error: unknown): boolean {
  const code = getErrorCode(error);
  return isTransientError(error) || (code !== null && passing.has(code));
}

/** Returns the failure of the recording for an error of the delivery. */
export function toFailure(error: unknown): DeliveryFailure {
  if (error instanceof UploadRefused) return error.failure;
  const code = getErrorCode(error);
  if (code === 'RATE_LIMITED') return 'too-often';
  if (code === 'NETWORK_FULL') return 'network-full';
  // A suspension ends the sessions too, and a restored account signs in again.
  if (code === 'UNAUTHENTICATED' || code === 'ACCOUNT_SUSPENDED') return 'sign-in';
  if (code === 'RECORDING_NOT_OWN') return 'other-account';
  if (code === 'STORAGE_FULL') return 'storage-full';
  if (!canPass(error)) return 'rejected';
  return code === null ? 'network' : 'server';
}
