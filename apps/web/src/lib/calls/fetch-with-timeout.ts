import { limits } from '@relato/contract/limits';

const { queryTimeoutMs, mutationTimeoutMs } = limits.call;

/** Why a call without an answer in time is rejected. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

/** As tRPC passes it on. */
type Init = Omit<RequestInit, 'signal'> & { readonly signal?: AbortSignal | null | undefined };

/**
 * `fetch` that gives up, with its whole answer read or not: a server that takes a call and never answers, or a network
 * that swallows it, would else keep a person waiting for ever. Rejects with a `TimeoutError`.
 */
export async function fetchWithTimeout(url: RequestInfo | URL, init: Init = {}): Promise<Response> {
  // By hand: AbortSignal.any and its timeout are younger than browsers that people still use.
  const ending = new AbortController();
  const { signal, method } = init;
  const follow = () => ending.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  // Runs on while the body is read; of an answer that has arrived there is nothing left to end.
  setTimeout(
    () => ending.abort(new DOMException('No answer in time', 'TimeoutError')),
    method === 'POST' ? mutationTimeoutMs : queryTimeoutMs,
  );
  return fetch(url, { ...init, signal: ending.signal });
}
