import type { TranscriptionTrouble } from '@relato/contract';

type Kind = 'http' | 'network' | 'timeout' | 'garbage' | 'stalled' | 'job' | 'engine' | 'off';

interface Details extends ErrorOptions {
  readonly status?: number;
  readonly trouble?: TranscriptionTrouble;
  readonly retryAfterMs?: number | null;
}

/**
 * A provider returned no result. `message` is for logs and administrators, and never contains a key or an internal address.
 * Users see `trouble`.
 */
export class SpeechError extends Error {
  /**
   * `stalled`: the provider accepted the audio but did not finish within the attempt. `job`: the provider accepted the audio
   * and failed later, so that polling the job again is useless. `engine`: the engine on this machine crashed, sent an
   * invalid answer or refused the audio.
   */
  readonly kind: Kind;
  /** The HTTP status if the kind is `http`. */
  readonly status: number | null;
  readonly trouble: TranscriptionTrouble;
  /** The delay that the provider requested, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(kind: Kind, message: string, { status, trouble, retryAfterMs, ...options }: Details = {}) {
    super(message, options);
    this.name = 'SpeechError';
    this.kind = kind;
    this.status = status ?? null;
    this.trouble = trouble ?? 'busy';
    this.retryAfterMs = retryAfterMs ?? null;
  }
}

export const timeoutError = (timeoutMs: number): SpeechError =>
  new SpeechError('timeout', 'The transcription service did not answer in time', {
    cause: new Error(`no answer within ${timeoutMs} ms`),
  });

/** Creates the error of a job that still runs at the timeout of the attempt. */
export const stalledError = (timeoutMs: number): SpeechError =>
  new SpeechError('stalled', 'The transcription service did not finish in time', {
    cause: new Error(`no result within ${timeoutMs} ms`),
  });

export const networkError = (cause: unknown): SpeechError =>
  new SpeechError('network', 'The transcription service could not be reached', { cause });

/** Creates the error of an invalid answer. `why` is for the log. */
export const invalidAnswerError = (why: string): SpeechError =>
  new SpeechError('garbage', 'The transcription service answered something that cannot be read', {
    cause: new Error(why),
  });
