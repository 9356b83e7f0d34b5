import { limits } from '@relato/contract/limits';
import { onceOverdue } from '../once-overdue.ts';

const { queryTimeoutMs, mutationTimeoutMs } = limits.call;

/** Browsers keep at most 64 KiB on their way after a page, of all its calls together, and refuse more. */
const maxKeptLength = 2_000;

/** Returns whether a call was rejected because no answer came in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

/** The type that tRPC passes on. */
type Init = Omit<RequestInit, 'signal'> & {
  readonly signal?: AbortSignal | null | undefined;
  /** By default that of a call, which is longer for one that changes something. */
  readonly timeoutMs?: number;
};

/**
 * A `fetch` with a time limit for the whole answer, including its body. A server that never answers, or a network that
 * swallows the call, would otherwise block the user forever. Rejects with a `TimeoutError`. A short call that changes something
 * arrives also if the page is left at once.
 */
export async function fetchWithTimeout(url: RequestInfo | URL, init: Init = {}): Promise<Response> {
  // By hand, because AbortSignal.any and AbortSignal.timeout are younger than browsers still in use.
  const ending = new AbortController();
  const {
    signal,
    timeoutMs = init.method === 'POST' ? mutationTimeoutMs : queryTimeoutMs,
    ...request
  } = init;
  const follow = () => ending.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  // Keeps running while the body is read; after a complete answer it has nothing to abort.
  onceOverdue(timeoutMs, () => ending.abort(new DOMException('No answer in time', 'TimeoutError')));
  const keepalive = typeof init.body === 'string' && init.body.length <= maxKeptLength;
  return fetch(url, { ...request, keepalive, signal: ending.signal });
}
