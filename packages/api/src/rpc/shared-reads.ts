import { askTogether } from '@relato/db';

interface Read<Result extends object> {
  readonly result: Result;
  /** Asks the database whether reading again would give the same. */
  readonly isCurrent: () => Promise<boolean>;
}

interface Entry<Result extends object> {
  readonly startedAtMs: number;
  readonly read: Promise<Read<Result>>;
  /** How many calls have got it, or wait for it. */
  calls: number;
}

/** How long a result is shared, for what `isCurrent` does not see. */
const maxAgeMs = 1_000;
const maxEntries = 64;
/** How many keys are remembered that were asked for once. */
const maxRecent = 256;

const shared = new WeakSet<object>();

/** Returns whether other calls get the same object, so that what is made of it can be kept with it. */
export const isShared = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && shared.has(value);

/**
 * Shares what one call has read with the calls of the next second, as long as it is current. Each call that gets a shared
 * result has asked the database after it began, so no call ever gets what was hidden before it, by whatever process; calls at
 * the same time ask together. A result is kept from the second call for it on: most pages far down have only one, and
 * what is kept for nothing costs the collector more than the page.
 */
export class SharedReads<Result extends object> {
  readonly #entries = new Map<string, Entry<Result>>();
  /** The keys that were asked for of late. Those of the last calls come last. */
  readonly #recent = new Set<string>();

  /** `key` identifies what `read` reads. */
  async get(key: string, read: () => Promise<Read<Result>>): Promise<Result> {
    // A second try, because others may have found the same result out of date and be reading it again.
    for (let tries = 0; tries < 2; tries += 1) {
      const entry = this.#entries.get(key);
      if (!entry || performance.now() - entry.startedAtMs > maxAgeMs) return this.#start(key, read);
      entry.calls += 1;
      const known = await entry.read.catch(() => null);
      if (known && (await known.isCurrent())) return known.result;
      this.#forget(key, entry);
    }
    return (await read()).result;
  }

  /** Reads, and shares it with the calls that come meanwhile. */
  async #start(key: string, read: () => Promise<Read<Result>>): Promise<Result> {
    const startedAtMs = performance.now();
    const calls = this.#recent.delete(key) ? 2 : 1;
    const reading = read().then(({ result, isCurrent }) => {
      if (entry.calls > 1) {
        shared.add(result);
        this.#forgetWhenOld(key, entry);
      } else {
        this.#forget(key, entry);
      }
      return { result, isCurrent: askTogether(isCurrent) };
    });
    const entry = { startedAtMs, read: reading, calls };
    this.#remember(key, entry);
    return (await reading).result;
  }

  /** Without a next call it would stay in memory for good. */
  #forgetWhenOld(key: string, entry: Entry<Result>): void {
    setTimeout(() => {
      if (performance.now() - entry.startedAtMs >= maxAgeMs) this.#forget(key, entry);
      else this.#forgetWhenOld(key, entry);
    }, maxAgeMs).unref();
  }

  #forget(key: string, entry: Entry<Result>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  #remember(key: string, entry: Entry<Result>): void {
    this.#recent.add(key);
    const [oldest] = this.#recent;
    if (this.#recent.size > maxRecent && oldest !== undefined) this.#recent.delete(oldest);
    this.#entries.delete(key);
    for (const [each, { startedAtMs }] of this.#entries) {
      const isOld = entry.startedAtMs - startedAtMs > maxAgeMs;
      if (!isOld && this.#entries.size < maxEntries) break;
      this.#entries.delete(each);
    }
    this.#entries.set(key, entry);
  }
}
