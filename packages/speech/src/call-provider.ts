import { limits } from '@relato/contract';
import { parseJson, toHttpMessage } from './error-message.ts';
import { garbageError, networkError, SpeechError, timeoutError } from './speech-error.ts';
import { toHttpTrouble } from './to-trouble.ts';
import { withinLimit } from './within-limit.ts';

export interface CallOptions {
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
  /** The key that is sent; taken out of every message. */
  readonly secret: string | null;
}

/**
 * One HTTP call: the JSON object of a 2xx answer. Bounded in time, from connecting to the last byte, and in size.
 * `send` must pass the signal on. Throws SpeechError and the reason of `signal`.
 */
export async function callProvider(
  send: (signal: AbortSignal) => Promise<Response>,
  { limitMs, signal, secret }: CallOptions,
): Promise<object> {
  return withinLimit({ limitMs, signal, expire: () => timeoutError(limitMs) }, async (signal) => {
    const { response, body, isWhole } = await exchange(() => send(signal));
    if (!response.ok) throw toHttpError(response, body, secret);
    if (!isWhole) throw garbageError(`an answer of more than ${limits.speech.maxAnswerBytes} bytes`);
    const answer = parseJson(body);
    if (typeof answer !== 'object' || answer === null)
      throw garbageError(`no object in ${body.length} characters`);
    return answer;
  });
}

async function exchange(
  send: () => Promise<Response>,
): Promise<{ response: Response; body: string; isWhole: boolean }> {
  try {
    const response = await send();
    return { response, ...(await readBounded(response)) };
  } catch (error) {
    throw networkError(error);
  }
}

async function readBounded(response: Response): Promise<{ body: string; isWhole: boolean }> {
  const maxBytes = response.ok ? limits.speech.maxAnswerBytes : limits.speech.maxErrorBytes;
  const decoder = new TextDecoder();
  let body = '';
  let bytes = 0;
  // Leaving the loop early cancels the rest of the answer.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return { body, isWhole: false };
    body += decoder.decode(chunk, { stream: true });
  }
  return { body: body + decoder.decode(), isWhole: true };
}

function toHttpError(response: Response, body: string, secret: string | null): SpeechError {
  const { status } = response;
  const message = toHttpMessage(response, body, secret);
  const trouble = toHttpTrouble(status, message);
  const retryAfterMs = trouble === 'busy' ? getRetryAfterMs(response.headers) : null;
  return new SpeechError('http', message, { status, trouble, retryAfterMs });
}

/** From seconds or an HTTP date, RFC 9110 section 10.2.3; the provider's own clock counts, not ours. */
function getRetryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const ms = /^\d+(\.\d+)?$/u.test(value)
    ? Number(value) * 1000
    : value.endsWith('GMT')
      ? Date.parse(value) - now
      : NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(Math.round(ms), 0), limits.speech.maxRetryAfterMs);
}
