/** The bytes of a growing recording: the recorder appends until it is complete, while the uploader reads. */
export class RecordedBytes {
  readonly #chunks: Blob[] = [];
  #size = 0;
  #isComplete = false;
  readonly #waiting = new Set<() => void>();

  get size(): number {
    return this.#size;
  }

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

  /** Resolves when there are more than `offset` bytes, when the recording is complete, or when `signal` aborts. */
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
