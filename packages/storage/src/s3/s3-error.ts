import { StorageError } from '../storage.ts';

/** The reason why a repeated request may succeed. */
export type Passing = 'slow-down' | 'server' | 'network' | 'timeout';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The refusal of a request by the store, whose answer had another status than 2xx. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal';
  readonly status: number;
  /** The store's own code, such as `NoSuchKey`, or empty if the answer had no body. */
  readonly code: string;
  /** The region that the store asks for. */
  readonly region: string | null;
  /** The wait that the store asks for. */
  readonly retryAfterMs: number;
  /** The time of the store. */
  readonly atMs: number | null;

  constructor(status: number, body: string, headers: Headers) {
    const code = readElement(body, 'Code') ?? '';
    super(`the store answered ${status} ${code}`.trim());
    this.status = status;
    this.code = code;
    const region = headers['x-amz-bucket-region'];
    this.region = readElement(body, 'Region') ?? (typeof region === 'string' ? region : null);
    const seconds = Number(headers['retry-after']);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : 0;
    const atMs = Date.parse(String(headers.date));
    this.atMs = Number.isNaN(atMs) ? null : atMs;
  }
}

/** Returns the text of the first element of this name. */
export const readElement = (xml: string, name: string): string | null => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? null : decodeEntities(text);
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return hex === undefined
        ? (entities[name ?? ''] ?? whole)
        : String.fromCodePoint(Number.parseInt(hex, 16));
    },
  );

const timeouts = new Set([
  'RequestTimeout',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'TimeoutError',
]);

/** Returns null if a repeated request would fail too. */
export function toPassing(error: unknown): Passing | null {
  if (error instanceof S3Refusal) {
    const { status, code } = error;
    if (isFull(error)) return null;
    if (status === 429 || code === 'SlowDown' || code === 'TooManyRequests') return 'slow-down';
    if (timeouts.has(code) || status === 408) return 'timeout';
    return status >= 500 && status !== 501 ? 'server' : null;
  }
  const { code, name } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', name: '' }; // its code may be absent
  return timeouts.has(code ?? '') || timeouts.has(name) ? 'timeout' : 'network';
}

const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity', 'EntityTooLarge']);
const isFull = ({ status, code }: S3Refusal): boolean => status === 507 || fullCodes.has(code);

/** Translates a failure into a StorageError. Its message contains neither the key nor the settings. */
export function toStorageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  if (!(cause instanceof S3Refusal))
    return new StorageError('unavailable', 'the store does not answer', { cause });
  if (cause.code === 'NoSuchKey') return new StorageError('missing', 'no such object', { cause });
  if (isFull(cause)) return new StorageError('full', 'the store is full', { cause });
  return new StorageError('unavailable', cause.message, { cause });
}
