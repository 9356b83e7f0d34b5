/**
 * Runs `work` with a signal that the outer one aborts, or a timeout with `expire()` as its reason after `timeoutMs`. Throws
 * that reason, whatever `work` throws.
 */
export async function abortOnTimeout<T>(
  {
    timeoutMs,
    signal: outer,
    expire,
  }: { timeoutMs: number; signal: AbortSignal | undefined; expire: () => Error },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  // AbortSignal.timeout would not keep the process alive, and not always its own signal.
  const timer = setTimeout(() => controller.abort(expire()), timeoutMs);
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
