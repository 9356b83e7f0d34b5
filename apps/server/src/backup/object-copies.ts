import type { ExpectedObject } from '@relato/api';
import { StorageError, type Storage, type StoredObject } from '@relato/storage';
import { toPercent } from '../boot/progress-line.ts';
import { forEachOf } from '../boot/for-each-of.ts';
import type { Manifest } from './manifest.ts';

export type Trouble = Manifest['troubles'][number];

/** The objects that a backup contains so far. */
export interface ObjectCopies {
  /** Returns the objects that the backup lacks or that differ from their rows. */
  listMissing(objects: readonly ExpectedObject[]): readonly ExpectedObject[];
  /** Copies objects, and returns by key those that the store lacks or that differ from their rows. */
  copy(objects: readonly ExpectedObject[]): Promise<ReadonlyMap<string, Trouble>>;
  get(key: string): StoredObject | undefined;
  /** Deletes all other objects. */
  keepOnly(keys: ReadonlySet<string>): Promise<void>;
}

interface Stores {
  readonly from: Storage;
  readonly to: Storage;
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

const isExpected = (
  stored: StoredObject | undefined,
  { bytes, sha256 }: Omit<ExpectedObject, 'key'>,
): boolean =>
  stored !== undefined &&
  (bytes ?? stored.bytes) === stored.bytes &&
  (sha256 ?? stored.sha256) === stored.sha256;

export function createObjectCopies({ from, to, show, signal }: Stores): ObjectCopies {
  const copied = new Map<string, StoredObject>();

  /** Returns the objects that an interrupted backup copied before. */
  async function findCopy({ key, ...expected }: ExpectedObject): Promise<StoredObject | undefined> {
    const found = await to.measure(key, { hash: true });
    const stored = found?.sha256 == null ? undefined : { bytes: found.bytes, sha256: found.sha256 };
    return isExpected(stored, expected) ? stored : undefined;
  }

  async function copyObject(key: string): Promise<StoredObject | undefined> {
    let content: Uint8Array;
    try {
      content = await from.read(key);
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'missing') return undefined;
      throw error;
    }
    return to.put(key, content);
  }

  return {
    listMissing: (objects) =>
      objects.filter(({ key, ...expected }) => !isExpected(copied.get(key), expected)),
    copy: async (objects) => {
      const troubles = new Map<string, Trouble>();
      let done = 0;
      await forEachOf(objects, async (object) => {
        signal.throwIfAborted();
        const { key } = object;
        const stored = (await findCopy(object)) ?? (await copyObject(key));
        if (stored) copied.set(key, stored);
        else copied.delete(key);
        if (!isExpected(stored, object)) troubles.set(key, { key, trouble: stored ? 'changed' : 'missing' });
        done += 1;
        show(`audio: ${done} of ${objects.length} files ${toPercent(done / objects.length)}`);
      });
      return troubles;
    },
    get: (key) => copied.get(key),
    keepOnly: async (keys) => {
      await to.deleteUnfinished(new Date());
      for await (const batch of to.list())
        await forEachOf(
          batch.filter(({ key }) => !keys.has(key)),
          ({ key }) => to.delete(key),
        );
    },
  };
}
