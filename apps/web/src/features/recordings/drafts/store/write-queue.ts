import { withTimeout } from '../../../../lib/with-timeout.ts';

/** Resolves to whether the recording is stored afterwards. */
type Operation = () => Promise<boolean>;

/** The state of a recording's local copy: not written yet, stored, or refused. */
export type StorageHealth = 'untried' | 'stored' | 'failing';

/** How long the user waits for a storage that does not answer. */
const patienceMs = 2_000;

/**
 * Writes to the browser's storage one operation after the other, in order. A failed one stays first in line and is
 * retried with the next, so that a storage that was full for a moment leaves no gap in a recording.
 */
export class WriteQueue {
  #operations: readonly Operation[] = [];
  readonly #onHealth: (health: StorageHealth) => void;
  #running: Promise<void> | null = null;
  #health: StorageHealth = 'untried';

  /** `onHealth` is called when the first write succeeds, when writes begin to fail, and when they work again. */
  constructor(onHealth: (health: StorageHealth) => void) {
    this.#onHealth = onHealth;
  }

  get health(): StorageHealth {
    return this.#health;
  }

  push(operation: Operation): void {
    this.#operations = [...this.#operations, operation];
    void this.#start();
  }

  replace(operation: Operation): void {
    this.#operations = [operation];
    void this.#start();
  }

  /** Resolves when everything is written, when one more attempt has failed, or when the storage does not answer. */
  async settle(): Promise<void> {
    try {
      await withTimeout(patienceMs, this.#tryAll());
    } catch (error) {
      console.warn('The browser did not store a part of the recording in time', error);
      this.#report('failing');
    }
  }

  /** Drops the waiting writes. Resolves when the running one has ended, with whether there were any. */
  async end(): Promise<boolean> {
    const hadWrites = this.#operations.length > 0;
    this.#operations = [];
    await this.#running;
    return hadWrites;
  }

  async #tryAll(): Promise<void> {
    await this.#running;
    await this.#start();
  }

  #start(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      const [operation] = this.#operations;
      if (!operation) return;
      let isStored: boolean;
      try {
        isStored = await operation();
      } catch (error) {
        console.warn('The browser could not store a part of the recording', error);
        this.#report('failing');
        return;
      }
      this.#operations = this.#operations.filter((waiting) => waiting !== operation);
      if (isStored) this.#report('stored');
    }
  }

  #report(health: StorageHealth): void {
    if (health === this.#health) return;
    this.#health = health;
    this.#onHealth(health);
  }
}
