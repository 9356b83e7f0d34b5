import type { Dispatcher } from 'undici';
import { StorageError, type ObjectRange } from '../storage.ts';
import { S3Refusal, toStorageError } from './s3-error.ts';
import type { S3Client } from './s3-client.ts';

type Body = Dispatcher.ResponseData['body'];

/** A reader that stops for this long gives its connection back, because paused players may stop for minutes. */
const idleMs = 10_000;
/** The number of consecutive requests that may deliver no byte. */
const maxBreaks = 3;

/**
 * Opens a range of an object. Replaces a broken connection by one that continues at the same byte. Throws StorageError, also
 * during the read.
 */
export async function openObject(
  client: S3Client,
  key: string,
  { start, end }: ObjectRange,
): Promise<ObjectStream> {
  const stream = new ObjectStream(client, key, { start, end });
  await stream.open();
  stream.rest();
  return stream;
}

export class ObjectStream implements AsyncIterableIterator<Uint8Array<ArrayBuffer>, undefined> {
  readonly #client: S3Client;
  readonly #key: string;
  #position: number;
  /** The last byte, inclusive. The first answer reveals the end of the object. */
  #end: number;
  #etag: string | undefined;
  #body: Body | undefined;
  #chunks: AsyncIterator<Uint8Array<ArrayBuffer>> | undefined;
  #breaks = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(client: S3Client, key: string, { start, end }: ObjectRange) {
    this.#client = client;
    this.#key = key;
    this.#position = start;
    this.#end = end;
  }

  /** Throws StorageError `missing`. A range past the end of the object has no bytes. */
  async open(): Promise<void> {
    const last = Number.isFinite(this.#end) ? this.#end : '';
    try {
      const { statusCode, headers, body } = await this.#client.send({
        method: 'GET',
        key: this.#key,
        headers: {
          Range: `bytes=${this.#position}-${last}`,
          // The rest of another version would not fit the bytes that were read.
          ...(this.#etag !== undefined && { 'If-Match': this.#etag }),
        },
      });
      this.#body = body;
      this.#chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array<ArrayBuffer>>; // a body yields Buffers
      if (statusCode !== 206 && this.#position > 0) {
        this.#drop();
        throw new StorageError('failed', 'the store does not know ranges');
      }
      this.#etag ??= typeof headers.etag === 'string' ? headers.etag : undefined;
      const [, rangeEnd] = /^bytes \d+-(\d+)\//.exec(String(headers['content-range'])) ?? [];
      const end = rangeEnd ?? this.#position + Number(headers['content-length']) - 1;
      if (Number.isSafeInteger(Number(end))) this.#end = Math.min(this.#end, Number(end));
    } catch (error) {
      if (!(error instanceof S3Refusal && error.status === 416)) throw toStorageError(error);
      this.#end = this.#position - 1;
    }
  }

  async next(): Promise<IteratorResult<Uint8Array<ArrayBuffer>, undefined>> {
    clearTimeout(this.#idle);
    for (;;) {
      if (this.#position > this.#end) {
        this.#drop();
        return { done: true, value: undefined };
      }
      const chunk = await this.#read();
      if (chunk === null) continue;
      this.#breaks = 0;
      const value = chunk.subarray(0, this.#end - this.#position + 1);
      this.#position += value.byteLength;
      if (this.#position > this.#end) this.#drop();
      else this.rest();
      return { done: false, value };
    }
  }

  /** Gives the connection back if nothing is read soon. */
  rest(): void {
    this.#idle = setTimeout(() => this.#drop(), idleMs).unref();
  }

  /** Returns null if the connection broke and was replaced. */
  async #read(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!this.#chunks) await this.open();
    try {
      const result = await this.#chunks?.next();
      if (result && !result.done) return result.value;
      throw new StorageError('failed', 'the object ended early');
    } catch (error) {
      this.#drop();
      this.#breaks += 1;
      if (this.#breaks > maxBreaks) throw toStorageError(error);
      return null;
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#drop();
    this.#end = -1;
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Gives the connection back. */
  #drop(): void {
    clearTimeout(this.#idle);
    // A destroyed body reports an error, and its listeners are gone.
    this.#body?.on('error', () => {}).destroy();
    this.#body = undefined;
    this.#chunks = undefined;
  }
}
