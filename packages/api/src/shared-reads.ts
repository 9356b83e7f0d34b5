interface Read<Result extends object> {
  readonly result: Result;
  /** Asks the database whether reading again would give the same. */
  readonly isCurrent: () => Promise<boolean>;
}

interface Entry<Result extends object> {
  readonly startedAtMs: number;
  readonly read: Promise<Read<Result>>;
}

/** How long a result is shared, for what `isCurrent` does not see. */
const maxAgeMs = 1_000;
const maxEntries = 64;

const shared = new WeakSet<object>();

/** Returns whether other calls get the same object, so that what is made of it can be kept with it. */
export const isShared = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && shared.has(value);

/**
 * Shares what one call has read with the calls of the next second, as long as it is current. Each call that gets a shared
 * result has asked the database after it began, so no call ever gets what was hidden before it, by whatever process; calls at
 * the same time ask together.
 */
export class SharedReads<Result extends object> {
  readonly #entries = new Map<string, Entry<Result>>();

  /** `key` identifies what `read` reads. */
  async get(key: string, read: () => Promise<Read<Result>>): Promise<Result> {
    // A second try, because others may have found the same result out of date and be reading it again.
    for (let tries = 0; tries < 2; tries += 1) {
      const entry = this.#entries.get(key);
      if (!entry || performance.now() - entry.startedAtMs > maxAgeMs) return this.#start(key, read);
      const known = await entry.read.catch(() => null);
      if (known && (await known.isCurrent())) return known.result;
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    }
    return (await read()).result;
  }

  /** Reads, and shares it with the calls that come meanwhile. */
  async #start(key: string, read: () => Promise<Read<Result>>): Promise<Result> {
    const startedAtMs = performance.now();
    const reading = read().then(({ result, isCurrent }) => {
      shared.add(result);
      return { result, isCurrent: askTogether(isCurrent) };
    });
    this.#entries.delete(key);
    for (const [each, entry] of this.#entries) {
      const isOld = startedAtMs - entry.startedAtMs > maxAgeMs;
      if (!isOld && this.#entries.size < maxEntries) break;
      this.#entries.delete(each);
    }
    this.#entries.set(key, { startedAtMs, read: reading });
    return (await reading).result;
  }
}

/**
 * Returns a function that asks once for all callers who wait meanwhile. The answer to a caller is always to a question that
 * was sent after the call.
 */
export function askTogether<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> | null = null;
  let next: Promise<Answer> | null = null;
  const start = (): Promise<Answer> => {
    const asked = ask();
    const settled = Promise.allSettled([asked]).finally(() => {
      if (running === settled) running = null;
    });
    running = settled;
    return asked;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  };
}
