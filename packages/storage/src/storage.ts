import { randomBytes } from 'node:crypto';

/** Both ends included, as in HTTP. */
export interface ObjectRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Where audio bytes live. Keys are opaque and never guessed; an object is written once and never changes. A `put` that
 * resolved survives a power cut.
 */
export interface Storage {
  put(key: string, content: Uint8Array): Promise<StoredObject>;
  /** Copies a local file; whoever made it deletes it when nothing can fail any more. */
  putFile(key: string, path: string): Promise<StoredObject>;
  /** The whole object. Throws StorageError `missing`. */
  read(key: string): Promise<Uint8Array<ArrayBuffer>>;
  /** A part of an object as it is read. Throws StorageError `missing`. */
  open(key: string, range: ObjectRange): Promise<ReadableStream<Uint8Array>>;
  /** Deleting what is not there is done already. */
  delete(key: string): Promise<void>;
  /** Names the objects that were written before `time`, some at a time. */
  listWrittenBefore(time: Date): AsyncIterable<readonly string[]>;
  /** Deletes what puts that were killed before `time` left unfinished. */
  deleteUnfinished(time: Date): Promise<void>;
}

export class StorageError extends Error {
  readonly reason: 'missing' | 'full' | 'failed';

  constructor(reason: StorageError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.reason = reason;
  }
}

export const objectKinds = ['original', 'playback'] as const;

/** 160 random bits under a folder of two letters, so that no folder holds them all. */
export function newObjectKey(kind: (typeof objectKinds)[number], extension: string): string {
  const name = randomBytes(20).toString('hex');
  return `${kind}/${name.slice(0, 2)}/${name}.${extension}`;
}

const keyPattern = /^(?:original|playback)\/[0-9a-f]{2}\/[0-9a-f]{40}\.[a-z0-9]{1,8}$/;

/** Only what `newObjectKey` makes is a key: nothing else ever becomes a path. */
export const isObjectKey = (key: string): boolean => keyPattern.test(key);
