import { limits } from '@relato/contract/limits';
import { onceOverdue } from '../once-overdue.ts';

const { queryTimeoutMs, mutationTimeoutMs } = limits.call;

/** Browsers let all calls that outlive a page together send at most 64 KiB, and refuse more. */
const maxKeptLength = 2_000;

/** Returns whether a call was rejected because no answer came in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

/** The type that tRPC passes on. */
type Init = Omit<RequestInit, 'signal'> & {
  readonly signal?: AbortSignal | null | undefined;
  /** By default that of a call, which is longer for a change. */
  readonly timeoutMs?: number;
};

/**
 * A `fetch` with a time limit for the whole answer, including its body. A server that never answers, or a network that
 * swallows the call, would otherwise block the user forever. Rejects with a `TimeoutError`. A short change still arrives if
 * the page is left at once.
 */
export async function fetchWithTimeout(url: RequestInfo | URL, init: Init = {}): Promise<Response> {
  // Combined by hand, because AbortSignal.any is younger than the oldest supported browsers.
  const ending = new AbortController();
  const {
    signal,
    timeoutMs = init.method === 'POST' ? mutationTimeoutMs : queryTimeoutMs,
    ...request
  } = init;
  const follow = () => ending.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  // Keeps running while the body is read, and has nothing to abort after a complete answer.
  onceOverdue(timeoutMs, () => ending.abort(new DOMException('No answer in time', 'TimeoutError')));
  const keepalive = typeof init.body === 'string' && init.body.length <= maxKeptLength;
  return fetch(url, { ...request, keepalive, signal: ending.signal });
}
