type Operation = () => Promise<void>;

/**
 * Writes to the browser's storage, one after the other and in order. One that fails stays first in line and is tried
 * again with the next, so that a storage that was full for a moment leaves no hole in a recording.
 */
export class StorageQueue {
  readonly #operations: Operation[] = [];
  readonly #onHealth: (isHealthy: boolean) => void;
  #running: Promise<void> | null = null;
  #isHealthy = true;

  /** `onHealth` is told when writing begins to fail, and when it works again. */
  constructor(onHealth: (isHealthy: boolean) => void) {
    this.#onHealth = onHealth;
  }

  /** False while the browser refuses to store. */
  get isHealthy(): boolean {
    return this.#isHealthy;
  }

  push(operation: Operation): void {
    this.#operations.push(operation);
    void this.#start();
  }

  /** Resolves when all is written, or when one more attempt has failed: then it returns false. */
  async settle(): Promise<boolean> {
    await this.#running;
    await this.#start();
    return this.#operations.length === 0;
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
        this.#report(false);
        return;
      }
      this.#operations.shift();
      this.#report(true);
    }
  }

  #report(isHealthy: boolean): void {
    if (isHealthy === this.#isHealthy) return;
    this.#isHealthy = isHealthy;
    this.#onHealth(isHealthy);
  }
}
