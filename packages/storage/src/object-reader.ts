import type { OpenFile } from './open-files.ts';
import type { ObjectRange } from './storage.ts';

/**
 * Yields a range of a file in chunks, up to the end of the file, and releases the file after the last one. A reader that
 * stops earlier must call `return`, as `for await` does.
 */
export class ObjectReader implements AsyncIterableIterator<Uint8Array<ArrayBuffer>, undefined> {
  readonly #file: OpenFile;
  readonly #end: number;
  #position: number;
  #reading: Promise<unknown> = Promise.resolve();
  #isReleased = false;

  constructor(file: OpenFile, { start, end }: ObjectRange) {
    this.#file = file;
    this.#position = start;
    this.#end = end;
  }

  async next(): Promise<IteratorResult<Uint8Array<ArrayBuffer>, undefined>> {
    if (this.#isReleased) return { done: true, value: undefined };
    const reading = this.#file.read(this.#position);
    this.#reading = reading;
    try {
      const bytes = await reading;
      const chunk = bytes.subarray(0, this.#end - this.#position + 1);
      this.#position += chunk.byteLength;
      if (chunk.byteLength === 0 || this.#position > this.#end) this.#release();
      return chunk.byteLength === 0 ? { done: true, value: undefined } : { done: false, value: chunk };
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    // A descriptor that is closed during a read may belong to another file by the time of the read.
    await this.#reading.catch(() => {});
    this.#release();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#file.release();
  }
}
