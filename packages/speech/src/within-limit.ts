/**
 * Runs `work` with a signal that fires when the outer one does, or with `expire()` as its reason after `limitMs`.
 * Rejects with that reason whatever `work` made of it.
 */
export async function withinLimit<T>(
  {
    limitMs,
    signal: outer,
    expire,
  }: { limitMs: number; signal: AbortSignal | undefined; expire: () => Error },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  // A timer of our own: one of AbortSignal.timeout does not keep the process alive, nor always its own signal.
  const timer = setTimeout(() => controller.abort(expire()), limitMs);
  const onAbort = (): void => controller.abort(outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    return await work(signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}
