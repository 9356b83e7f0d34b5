import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import aws4 from 'aws4';
import { Agent, request, type Dispatcher } from 'undici';
import { S3Refusal, toPassing, type Passing } from './s3-error.ts';
import type { S3Settings } from './s3-settings.ts';

type ResponseData = Dispatcher.ResponseData;

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Missing for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** False to send a request without credentials, like a stranger. */
  readonly isSigned?: boolean;
  /** The number of attempts, including the first one. */
  readonly maxAttempts?: number;
  /** A shorter time limit than that of the client. */
  readonly answerMs?: number;
}

export interface S3Client {
  /**
   * Sends a request, and repeats it after growing delays if the failure may pass. Resolves when an answer of 2xx begins,
   * whose body the caller must read or destroy. Throws S3Refusal, or the error of the network.
   */
  readonly send: (request: S3Request) => Promise<ResponseData>;
  readonly close: () => Promise<void>;
}

export interface S3ClientOptions {
  /** Called before a request is repeated. */
  readonly onRetry?: (reason: Passing) => void;
  /** The time limit of each attempt until its answer begins. It grows with the number of sent bytes. */
  readonly answerMs?: number;
  /** The longest pause of a body. */
  readonly bodyMs?: number;
  readonly firstDelayMs?: number;
  /** The limit of concurrent requests, beyond which requests wait. Null for no limit. */
  readonly maxConnections?: number | null;
  /** The clock of the store, as its clients have learned it. */
  readonly clock?: StoreClock;
}

/** The difference between the store's clock and that of this machine, which may be days off. */
interface StoreClock {
  offsetMs: number;
}

const connectMs = 3_000;
/** A store that reads more slowly than this is unusable. */
const slowestBytesPerMs = 500;
const maxDelayMs = 3_000;
/** Shorter than the time after which servers close idle connections, so that few requests meet a closing one. */
const keepAliveMs = 3_000;
const emptySha256 = createHash('sha256').digest('hex');

export function createS3Client(
  settings: S3Settings,
  {
    onRetry = () => {},
    answerMs = 5_000,
    bodyMs = 10_000,
    firstDelayMs = 100,
    maxConnections = 256,
    clock = { offsetMs: 0 },
  }: S3ClientOptions = {},
): S3Client {
  const toTarget = createTargets(settings);
  const agent = new Agent({
    connect: { timeout: connectMs },
    connections: maxConnections,
    keepAliveTimeout: keepAliveMs,
    bodyTimeout: bodyMs,
    headersTimeout: 0, // `attempt` has a timeout that depends on what is sent
  });
  async function attempt(asked: S3Request, offsetMs: number): Promise<ResponseData> {
    const { method, body } = asked;
    const target = toTarget(asked);
    const late = new AbortController();
    const patienceMs =
      Math.min(answerMs, asked.answerMs ?? answerMs) + (body?.byteLength ?? 0) / slowestBytesPerMs;
    const timer = setTimeout(() => late.abort(new DOMException('no answer', 'TimeoutError')), patienceMs);
    try {
      const response = await request(target.origin + target.path, {
        method,
        headers: sign(settings, asked, { ...target, now: new Date(Date.now() + offsetMs) }),
        body: body ?? null,
        signal: late.signal,
        dispatcher: agent,
      });
      if (response.statusCode < 300) return response;
      const text = await readShort(response);
      throw new S3Refusal(response.statusCode, text, response.headers);
    } finally {
      clearTimeout(timer);
    }
  }

  async function send(asked: S3Request): Promise<ResponseData> {
    const { maxAttempts = 5 } = asked;
    let isClockSet = false;
    for (let attempts = 1; ; attempts += 1) {
      // Another request may set the clock meanwhile.
      const signedWithMs = clock.offsetMs;
      try {
        return await attempt(asked, signedWithMs);
      } catch (error) {
        const refusal = error instanceof S3Refusal ? error : null;
        const offsetMs = refusal && toOffsetMs(refusal, signedWithMs);
        if (offsetMs !== null && !isClockSet) {
          clock.offsetMs = offsetMs;
          isClockSet = true;
          continue;
        }
        const passing = toPassing(error);
        if (passing === null || attempts >= maxAttempts) throw error;
        onRetry(passing);
        const backoffMs = firstDelayMs * 2 ** (attempts - 1) * (0.5 + Math.random() / 2);
        await delay(Math.min(maxDelayMs, Math.max(backoffMs, refusal?.retryAfterMs ?? 0)));
      }
    }
  }

  return { send, close: () => agent.destroy() };
}

/** Stores accept a clock that is a few minutes off. */
const noticedMs = 60_000;

/** Returns the offset of the store's clock if the refusal is due to it. An answer to HEAD has no code. */
function toOffsetMs({ status, code, atMs }: S3Refusal, signedWithMs: number): number | null {
  if (atMs === null || !(code === 'RequestTimeTooSkewed' || (status === 403 && code === ''))) return null;
  const found = atMs - Date.now();
  return Math.abs(found - signedWithMs) > noticedMs ? found : null;
}

interface Target {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

function createTargets({ endpoint, bucket, forcePathStyle }: S3Settings) {
  const { protocol, host, pathname } = new URL(endpoint);
  const ownHost = forcePathStyle ? host : `${bucket}.${host}`;
  const root = pathname.replace(/\/$/, '') + (forcePathStyle ? `/${bucket}` : '');
  return ({ key = '', query = {} }: S3Request): Target => {
    const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeStrictly(value)}`);
    const path = key === '' ? root || '/' : `${root}/${key}`;
    return {
      origin: `${protocol}//${ownHost}`,
      host: ownHost,
      path: path + (parameters.length > 0 ? `?${parameters.join('&')}` : ''),
    };
  };
}

const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function sign(
  { region, accessKeyId, secretAccessKey }: S3Settings,
  { method, headers = {}, body, isSigned = true }: S3Request,
  { host, path, now }: Target & { readonly now: Date },
): Record<string, string> {
  const own = { ...headers, ...(body && { 'Content-Length': String(body.byteLength) }) };
  if (!isSigned) return own;
  const sha256 = body ? createHash('sha256').update(body).digest('hex') : emptySha256;
  const signed = aws4.sign(
    {
      service: 's3',
      region,
      method,
      host,
      path,
      headers: { ...own, 'X-Amz-Content-Sha256': sha256, 'X-Amz-Date': toAmzDate(now) },
    },
    { accessKeyId, secretAccessKey },
  );
  return Object.fromEntries(
    Object.entries(signed.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
}

const toAmzDate = (date: Date): string => date.toISOString().replace(/[:-]|\.\d{3}/g, '');

/** Errors are short. A longer answer is not an error of the store, and is not read to its end. */
async function readShort({ body }: ResponseData): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  return text;
}
