import { withTimeout } from '../../../lib/with-timeout.ts';

type Operation = () => Promise<void>;

/** What is known of a recording's copy in the browser: nothing yet, that it was taken, or that it is refused. */
export type StorageHealth = 'untried' | 'stored' | 'failing';

/** For how long a person waits for a storage that does not answer. */
const patienceMs = 2_000;

/**
 * Writes to the browser's storage, one after the other and in order. One that fails stays first in line and is tried
 * again with the next, so that a storage that was full for a moment leaves no hole in a recording.
 */
export class StorageQueue {
  #operations: readonly Operation[] = [];
  readonly #onHealth: (health: StorageHealth) => void;
  #running: Promise<void> | null = null;
  #health: StorageHealth = 'untried';

  /** `onHealth` is told when the first write was taken, when writing begins to fail, and when it works again. */
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

  /** One write that does what all those that wait would have done. */
  replace(operation: Operation): void {
    this.#operations = [operation];
    void this.#start();
  }

  /** Resolves when all is written, when one more attempt has failed, or when the storage does not answer. */
  async settle(): Promise<void> {
    try {
      await withTimeout(patienceMs, this.#tryAll());
    } catch (error) {
      console.warn('The browser did not store a part of the recording in time', error);
      this.#report('failing');
    }
  }

  /** Nothing that waits is written any more. Resolves when what is being written has come to its end. */
  async end(): Promise<void> {
    this.#operations = [];
    await this.#running;
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
      try {
        await operation();
      } catch (error) {
        console.warn('The browser could not store a part of the recording', error);
        this.#report('failing');
        return;
      }
      this.#operations = this.#operations.filter((waiting) => waiting !== operation);
      this.#report('stored');
    }
  }

  #report(health: StorageHealth): void {
    if (health === this.#health) return;
    this.#health = health;
    this.#onHealth(health);
  }
}
