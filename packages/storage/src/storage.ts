import { randomBytes } from 'node:crypto';
import { OperatorError } from '@relato/contract/operator-error';

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

/** An object in the list of the store. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** By the clock of the store. */
  readonly writtenAt: Date;
}

/**
 * Stores the bytes of audio and of pictures. Keys are opaque and cannot be guessed, and an object is only replaced by
 * another encoding of the same sound. A `put` that has resolved survives a power cut. Failures are StorageErrors.
 */
export interface Storage {
  put(key: string, content: Uint8Array): Promise<StoredObject>;
  /** Reads a whole object. Throws StorageError `missing`. */
  read(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Yields a part of an object in chunks. Throws StorageError `missing`. The object stays open until the caller has read to
   * the end or ends its iteration, as `for await` does.
   */
  open(key: string, range: ObjectRange): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>>;
  /** Returns the size of an object, or null without one. On request also returns its hash, which reads all of it. */
  measure(
    key: string,
    options: { readonly hash: boolean },
  ): Promise<{ readonly bytes: number; readonly sha256: string | null } | null>;
  /** Deletes an object, or does nothing without one. */
  delete(key: string): Promise<void>;
  /**
   * Lists all objects in batches of at most a thousand, always in the same order, or only those behind the key `after`.
   * Objects that are written or deleted meanwhile may be missing.
   */
  list(after?: string): AsyncIterable<readonly ListedObject[]>;
  /** Rejects with a StorageError within four seconds if the store does not answer. */
  ping(): Promise<void>;
  /** Deletes the temporary files of puts that were interrupted before `time`. */
  deleteUnfinished(time: Date): Promise<void>;
  /** Returns the text from `writeMark`, or null. */
  readMark(): Promise<string | null>;
  /** Writes a short text beside the objects, under `markName`, outside of every list. An empty text counts as none. */
  writeMark(text: string): Promise<void>;
}

/**
 * `missing`: the object does not exist. `full`: the store has no space. `unavailable`: the store refuses every request at
 * the moment. `failed`: another fault of the store or the network.
 */
export class StorageError extends OperatorError {
  readonly reason: 'missing' | 'full' | 'unavailable' | 'failed';

  constructor(reason: StorageError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.reason = reason;
  }
}

/** Returns whether the store caused an error, so that a later attempt may succeed. */
export const isStoreTrouble = (error: unknown): boolean =>
  error instanceof StorageError && (error.reason === 'unavailable' || error.reason === 'full');

/** The name of the file or object that identifies the database of the store. */
export const markName = 'relato-database';

export const objectKinds = ['original', 'playback', 'mp3', 'picture'] as const;

/** Returns the kinds in the order of lists, from that of `after` on. */
export const listKindsFrom = (after: string): (typeof objectKinds)[number][] =>
  objectKinds.slice(
    Math.max(
      0,
      objectKinds.findIndex((kind) => after.startsWith(`${kind}/`)),
    ),
  );

/** Returns a key of 160 random bits, in one of 256 folders. */
export function newObjectKey(kind: (typeof objectKinds)[number], extension: string): string {
  const name = randomBytes(20).toString('hex');
  return `${kind}/${name.slice(0, 2)}/${name}.${extension}`;
}

const keyPattern = new RegExp(
  String.raw`^(?:${objectKinds.join('|')})/[0-9a-f]{2}/[0-9a-f]{40}\.[a-z0-9]{1,8}$`,
);

/** Returns whether a text has the form of `newObjectKey`. No other text ever becomes a path. */
export const isObjectKey = (key: string): boolean => keyPattern.test(key);
