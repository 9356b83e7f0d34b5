import type { TranscriptionTrouble } from '@relato/contract';

type Kind = 'http' | 'network' | 'timeout' | 'garbage' | 'stalled' | 'job' | 'off';

interface Details extends ErrorOptions {
  readonly status?: number;
  readonly trouble?: TranscriptionTrouble;
  readonly retryAfterMs?: number | null;
}

/**
 * A provider did not give a result. `message` is for logs and administrators and never holds a key or an address of
 * ours; `trouble` is what the person is told.
 */
export class SpeechError extends Error {
  /**
   * `stalled`: the provider accepted the audio and did not end within an attempt. `job`: it accepted the audio and
   * failed later, so the job gives nothing however often it is asked for.
   */
  readonly kind: Kind;
  /** The HTTP status where the kind is `http`. */
  readonly status: number | null;
  readonly trouble: TranscriptionTrouble;
  /** The wait that the provider asked for, in milliseconds. */
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

export const timeoutError = (limitMs: number): SpeechError =>
  new SpeechError('timeout', 'El servicio de transcripción no respondió a tiempo', {
    cause: new Error(`no answer within ${limitMs} ms`),
  });

/** A job that is still on its way when the attempt as a whole has used its time. */
export const stalledError = (limitMs: number): SpeechError =>
  new SpeechError('stalled', 'El servicio de transcripción no terminó a tiempo', {
    cause: new Error(`no result within ${limitMs} ms`),
  });

export const networkError = (cause: unknown): SpeechError =>
  new SpeechError('network', 'No se pudo conectar con el servicio de transcripción', { cause });

/** An answer that says it is one, and isn't. `why` is for the log. */
export const garbageError = (why: string): SpeechError =>
  new SpeechError('garbage', 'El servicio de transcripción dio una respuesta que no se entiende', {
    cause: new Error(why),
  });
