type Kind = 'http' | 'network' | 'timeout' | 'garbage';

interface Details extends ErrorOptions {
  readonly status?: number;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | null;
}

/**
 * A provider did not give a result. `message` may be shown to a person and never holds a key or an address of ours;
 * what an operator needs beyond it is in `cause`.
 */
export class SpeechError extends Error {
  readonly kind: Kind;
  /** The HTTP status where the kind is `http`. */
  readonly status: number | null;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** What the provider asked for. */
  readonly retryAfterMs: number | null;

  constructor(kind: Kind, message: string, { status, retryable, retryAfterMs, ...options }: Details = {}) {
    super(message, options);
    this.name = 'SpeechError';
    this.kind = kind;
    this.status = status ?? null;
    this.retryable = retryable ?? true;
    this.retryAfterMs = retryAfterMs ?? null;
  }
}

export const timeoutError = (limitMs: number): SpeechError =>
  new SpeechError('timeout', 'El servicio de transcripción no respondió a tiempo', {
    cause: new Error(`no answer within ${limitMs} ms`),
  });

export const networkError = (cause: unknown): SpeechError =>
  new SpeechError('network', 'No se pudo conectar con el servicio de transcripción', { cause });

/** An answer that says it is one, and isn't. `why` is for the log. */
export const garbageError = (why: string): SpeechError =>
  new SpeechError('garbage', 'El servicio de transcripción dio una respuesta que no se entiende', {
    cause: new Error(why),
  });
