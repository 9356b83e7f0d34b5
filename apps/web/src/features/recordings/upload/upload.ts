import { limits } from '@relato/contract/limits';
import type { RecordingId } from '@relato/contract/ids';
import { onceOverdue } from '../../../lib/once-overdue.ts';
import type { DeliveryFailure } from '../review/review-state.ts';
import type { RecordedBytes } from './recorded-bytes.ts';

/** The upload failed, and retrying at once would not help. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

/** The server answered with an error that may pass. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  readonly retryAfterMs: number;
  /** The failure that the user sees if it persists. */
  readonly failure: DeliveryFailure;

  constructor(reason: string, retryAfterMs = 0, failure: DeliveryFailure = 'server', options?: ErrorOptions) {
    super(reason, options);
    this.retryAfterMs = retryAfterMs;
    this.failure = failure;
  }
}

export interface UploadOptions {
  readonly id: RecordingId;
  readonly bytes: RecordedBytes;
  readonly signal: AbortSignal;
  /**
   * Announces the recording; may be repeated. Throws UploadRefused for permanent errors, anything else for transient
   * ones.
   */
  readonly begin: () => Promise<void>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Resolves after `ms`, or earlier when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly onProgress: (sentBytes: number) => void;
}

/**
 * The first patch is small, also after a failure, and later ones double: at 4 kB/s, a very bad network, a small patch gets
 * through.
 */
const minPatchBytes = 64 * 1024;
const maxPatchBytes = 512 * 1024;
const requestTimeoutMs = 20_000;
const { firstRetryMs, maxFailures, maxRetryAfterMs, maxRetryMs, maxStillMs } = limits.upload;

/**
 * Uploads a recording by tus while it is being recorded: a PATCH for the bytes so far, and an empty one with `Upload-Length`
 * at the end. Resolves when the server has all of it. After a failure it asks the server for the offset. It never gives up
 * during a recording; afterwards it does after five failures in a row, or earlier without progress for too long. Any
 * progress on the server resets the count, because a slow network is not a broken one. Throws UploadRefused, or the signal's
 * reason.
 */
export async function uploadRecording(options: UploadOptions): Promise<void> {
  const { bytes, signal } = options;
  const upload = new Upload(options);
  for (;;) {
    const wasComplete = bytes.isComplete;
    try {
      await upload.run(wasComplete);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UploadRefused) throw error;
      if (upload.countFailure()) {
        throw new UploadRefused(error instanceof TryLater ? error.failure : 'network', { cause: error });
      }
      const retryAfterMs = error instanceof TryLater ? error.retryAfterMs : 0;
      const waiting = options.wait(Math.max(upload.getBackoffMs(), retryAfterMs), signal);
      // The end of the recording ends an earlier wait, because the user is watching now.
      await (wasComplete ? waiting : Promise.race([waiting, bytes.whenBeyond(Infinity, signal)]));
      signal.throwIfAborted();
    }
  }
}

class Upload {
  readonly #options: UploadOptions;
  readonly #url: string;
  /** Whether the upload exists, as far as the client knows; a 404 corrects it. */
  #exists = false;
  #failures = 0;
  /** Failures of attempts that began when the recording was complete. */
  #lateFailures = 0;
  /** The highest offset that the server ever reported. */
  #reached = 0;
  /** The time of that offset, or of the first attempt to finish. */
  #movedAtMs = 0;
  #isTimedOut = false;
  #patchBytes = minPatchBytes;

  constructor(options: UploadOptions) {
    this.#options = options;
    this.#url = `/upload/${options.id}`;
  }

  async run(isTimedOut: boolean): Promise<void> {
    const { bytes, signal, onProgress, now } = this.#options;
    signal.throwIfAborted();
    if (isTimedOut && !this.#isTimedOut) this.#movedAtMs = now();
    this.#isTimedOut = isTimedOut;
    let offset = this.#exists ? await this.#askOffset() : await this.#create();
    while (offset !== 'complete') {
      onProgress(Math.min(offset, bytes.size));
      await bytes.whenBeyond(offset, signal);
      signal.throwIfAborted();
      // The server may have slightly more than a browser that could not store its last seconds.
      offset = bytes.size > offset ? await this.#send(offset) : await this.#declareEnd(offset);
    }
  }

  countFailure(): boolean {
    this.#failures += 1;
    this.#patchBytes = minPatchBytes;
    if (!this.#isTimedOut) return false;
    this.#lateFailures += 1;
    return this.#lateFailures >= maxFailures || this.#options.now() - this.#movedAtMs >= maxStillMs;
  }

  /**
   * Returns the delay, which doubles with each failure, and starts over once the user waits for the end. The jitter spreads
   * clients that failed together.
   */
  getBackoffMs(): number {
    const failures = this.#lateFailures || this.#failures;
    const backoffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1));
    return backoffMs * (0.5 + this.#options.random() / 2);
  }

  async #create(): Promise<number | 'complete'> {
    await this.#options.begin();
    const response = await this.#request('/upload', 'POST', {
      'Upload-Defer-Length': '1',
      'Upload-Metadata': `recordingId ${btoa(this.#options.id)}`,
    });
    // A conflict means that the upload already exists, from before a reload or a lost answer.
    if (!response.ok && response.status !== 409) this.#refuse(response);
    this.#exists = true;
    return response.ok ? 0 : this.#askOffset();
  }

  async #askOffset(): Promise<number | 'complete'> {
    const response = await this.#request(this.#url, 'HEAD', {});
    if (!response.ok) this.#refuse(response);
    const offset = readOffset(response);
    this.#noteReached(offset);
    return this.#isEnded(response) ? 'complete' : offset;
  }

  /**
   * Returns whether the upload is complete. Refuses one that ended before this recording, because another device has made a
   * recording of its beginning, and only this one has the rest. Throws TryLater for an answer without an offset, which is
   * not our server's.
   */
  #isEnded(response: Response): boolean {
    const offset = readOffset(response);
    if (response.headers.get('Upload-Length') !== String(offset)) return false;
    if (offset < this.#options.bytes.size) throw new UploadRefused('rejected');
    return true;
  }

  async #send(offset: number): Promise<number> {
    const { bytes } = this.#options;
    const body = bytes.slice(offset, Math.min(bytes.size, offset + this.#patchBytes));
    const response = await this.#patch(offset, {}, body);
    const reached = readOffset(response);
    this.#isEnded(response);
    if (reached <= offset) throw new TryLater('no progress');
    this.#noteReached(reached);
    this.#patchBytes = Math.min(maxPatchBytes, this.#patchBytes * 2);
    return reached;
  }

  #noteReached(offset: number): void {
    if (offset <= this.#reached) return;
    this.#reached = offset;
    this.#movedAtMs = this.#options.now();
    this.#failures = 0;
    this.#lateFailures = 0;
  }

  async #declareEnd(offset: number): Promise<'complete'> {
    this.#isEnded(await this.#patch(offset, { 'Upload-Length': String(offset) }, null));
    return 'complete';
  }

  async #patch(offset: number, headers: Record<string, string>, body: Blob | null): Promise<Response> {
    const response = await this.#request(
      this.#url,
      'PATCH',
      { ...headers, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body,
    );
    if (!response.ok) this.#refuse(response);
    return response;
  }

  async #request(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: Blob | null = null,
  ): Promise<Response> {
    const { signal, fetch } = this.#options;
    // The upload may have ended while the recording was announced.
    signal.throwIfAborted();
    // Combined by hand, because AbortSignal.any is younger than the oldest supported browsers.
    const request = new AbortController();
    const abort = () => request.abort();
    const stopWaiting = onceOverdue(requestTimeoutMs, abort);
    signal.addEventListener('abort', abort);
    try {
      return await fetch(url, {
        method,
        headers: { ...headers, 'Tus-Resumable': '1.0.0' },
        body,
        signal: request.signal,
      });
    } finally {
      stopWaiting();
      signal.removeEventListener('abort', abort);
    }
  }

  #refuse({ status, headers }: Response): never {
    if (status === 401) throw new UploadRefused('sign-in');
    if (status === 413) throw new UploadRefused('too-big');
    if (status === 404 || status === 410) {
      this.#exists = false;
      this.#reached = 0;
      throw new TryLater('gone');
    }
    // Our server refuses in JSON. The page of a hotel's or an office's network says nothing about the recording.
    const isOurs = headers.get('Content-Type')?.startsWith('application/json') ?? false;
    const mayPass = status >= 500 || [408, 409, 423, 425, 429].includes(status) || !isOurs;
    if (!mayPass) throw new UploadRefused('rejected', { cause: new Error(`HTTP ${status}`) });
    const retryAfterMs = Number(headers.get('Retry-After')) * 1000;
    throw new TryLater(
      `HTTP ${status}`,
      Number.isFinite(retryAfterMs) ? Math.min(retryAfterMs, maxRetryAfterMs) : 0,
      status === 507 ? 'disk-full' : status === 429 ? 'too-often' : 'server',
    );
  }
}

function readOffset(response: Response): number {
  const offset = Number(response.headers.get('Upload-Offset') ?? Number.NaN);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new TryLater('no offset');
  return offset;
}
