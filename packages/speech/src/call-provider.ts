import { speechLimits } from '@relato/contract';
import type { z } from 'zod';
import { parseJson, toHttpMessage } from './error-message.ts';
import { invalidAnswerError, networkError, SpeechError, timeoutError } from './speech-error.ts';
import { classifyHttpError } from './classify-failure.ts';
import { abortOnTimeout } from './abort-on-timeout.ts';

export interface CallOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** The API key, which is removed from every message. */
  readonly secret: string | null;
}

/**
 * Makes one HTTP call and returns the JSON object of a 2xx answer. Limits the time from connecting to the last byte, and the
 * size. `send` must pass the signal on. Throws SpeechError, or the reason of `signal`.
 */
export async function callProvider(
  send: (signal: AbortSignal) => Promise<Response>,
  { timeoutMs, signal, secret }: CallOptions,
): Promise<object> {
  return abortOnTimeout({ timeoutMs, signal, expire: () => timeoutError(timeoutMs) }, async (signal) => {
    const { response, body, isWhole } = await exchange(() => send(signal));
    if (!response.ok) throw toHttpError(response, body, secret);
    if (!isWhole) throw invalidAnswerError(`an answer of more than ${speechLimits.maxAnswerBytes} bytes`);
    const answer = parseJson(body);
    if (typeof answer !== 'object' || answer === null)
      throw invalidAnswerError(`no object in ${body.length} characters`);
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
  const maxBytes = response.ok ? speechLimits.maxAnswerBytes : speechLimits.maxErrorBytes;
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
  const trouble = classifyHttpError(status, message);
  const retryAfterMs = trouble === 'busy' ? getRetryAfterMs(response.headers) : null;
  return new SpeechError('http', message, { status, trouble, retryAfterMs });
}

/** Parses Retry-After, in seconds or as an HTTP date relative to the provider's clock (RFC 9110, section 10.2.3). */
function getRetryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const ms = /^\d+(\.\d+)?$/u.test(value)
    ? Number(value) * 1000
    : value.endsWith('GMT')
      ? Date.parse(value) - now
      : NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(Math.round(ms), 0), speechLimits.maxRetryAfterMs);
}

/** Validates an answer. Throws SpeechError `garbage` that names the invalid fields, without their contents. */
export function requireShape<T>(shape: z.ZodType<T>, answer: unknown): T {
  const { success, data, error } = shape.safeParse(answer);
  if (!success)
    throw invalidAnswerError(error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join(', '));
  return data;
}
