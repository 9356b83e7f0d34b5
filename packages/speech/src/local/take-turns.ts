/** Creates a function that runs work in sequence. Work whose signal aborts before its turn does not run. */
export function takeTurns(): <T>(work: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work, signal) => {
    signal?.throwIfAborted();
    const before = last;
    const mine = Promise.withResolvers<void>();
    last = before.then(() => mine.promise);
    try {
      await untilAborted(before, signal);
      return await work();
    } finally {
      mine.resolve();
    }
  };
}

/** Waits for a promise that never rejects. Throws the reason of `signal` if that aborts first. */
async function untilAborted(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await promise);
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
