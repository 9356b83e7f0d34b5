/** The bytes of a recording as they come: appended to until it is complete, read from by the uploader meanwhile. */
export class RecordedBytes {
  readonly #chunks: Blob[] = [];
  #size = 0;
  #isComplete = false;
  readonly #waiting = new Set<() => void>();

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** As they came. */
  get chunks(): readonly Blob[] {
    return this.#chunks;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  append(chunk: Blob): void {
    this.#chunks.push(chunk);
    this.#size += chunk.size;
    this.#wake();
  }

  complete(): void {
    this.#isComplete = true;
    this.#wake();
  }

  slice(from: number, to: number): Blob {
    return new Blob(this.#chunks).slice(from, to);
  }

  toBlob(type: string): Blob {
    return new Blob(this.#chunks, { type });
  }

  /** Resolves as soon as there is more than `offset` bytes or there will be no more, and when `signal` aborts. */
  async whenBeyond(offset: number, signal: AbortSignal): Promise<void> {
    while (this.#size <= offset && !this.#isComplete && !signal.aborted) await this.#nextChange(signal);
  }

  #nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  #wake(): void {
    for (const done of this.#waiting) done();
  }
}
