import { randomBytes } from 'node:crypto';

/** A range of bytes that includes both ends, as in HTTP. */
export interface ObjectRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * Stores the bytes of audio. Keys are opaque and cannot be guessed; an object is written once and never changes. A `put`
 * that has resolved survives a power cut. Failures are StorageErrors.
 */
export interface Storage {
  put(key: string, content: Uint8Array): Promise<StoredObject>;
  /** Copies a local file, which the caller deletes once nothing can fail any more. */
  putFile(key: string, path: string): Promise<StoredObject>;
  /** Reads a whole object. Throws StorageError `missing`. */
  read(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Yields a part of an object in chunks. Throws StorageError `missing`. The object is open until the caller has read to the
   * end or ends its iteration, as `for await` does.
   */
  open(key: string, range: ObjectRange): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>>;
  /** Returns the size of an object, and its hash if asked for, which reads all of it. Returns null if there is none. */
  measure(
    key: string,
    options: { readonly hash: boolean },
  ): Promise<{ readonly bytes: number; readonly sha256: string | null } | null>;
  /** Deletes an object; does nothing if there is none. */
  delete(key: string): Promise<void>;
  /** Lists the keys of the objects that were written before `time`, in batches. */
  listWrittenBefore(time: Date): AsyncIterable<readonly string[]>;
  /** Deletes the temporary files of puts that were interrupted before `time`. */
  deleteUnfinished(time: Date): Promise<void>;
}

/** `missing`: there is no such object. `full`: the disk is full. `failed`: the disk failed otherwise. */
export class StorageError extends Error {
  readonly reason: 'missing' | 'full' | 'failed';

  constructor(reason: StorageError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.reason = reason;
  }
}

export const objectKinds = ['original', 'playback'] as const;

/** Returns a key of 160 random bits, in one of 256 folders. */
export function newObjectKey(kind: (typeof objectKinds)[number], extension: string): string {
  const name = randomBytes(20).toString('hex');
  return `${kind}/${name.slice(0, 2)}/${name}.${extension}`;
}

const keyPattern = /^(?:original|playback)\/[0-9a-f]{2}\/[0-9a-f]{40}\.[a-z0-9]{1,8}$/;

/** Returns whether a text has the form of `newObjectKey`; no other text ever becomes a path. */
export const isObjectKey = (key: string): boolean => keyPattern.test(key);
