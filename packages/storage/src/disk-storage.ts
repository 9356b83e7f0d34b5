import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { flushFolder } from './flush-folder.ts';
import { ObjectReader } from './object-reader.ts';
import { createOpenFiles } from './open-files.ts';
import {
  isObjectKey,
  listKindsFrom,
  markName,
  StorageError,
  type ListedObject,
  type Storage,
  type StoredObject,
} from './storage.ts';

const unfinishedSuffix = '.part';
const listedAtOnce = 1_000;

/**
 * Stores objects as files under `directory`. A file is written under a temporary name, flushed and renamed, so that it
 * appears completely or not at all.
 */
export function createDiskStorage(directory: string): Storage {
  const root = resolve(directory);
  /** The folders whose names have been flushed and survive a power cut. */
  const durable = new Set<string>();
  const files = createOpenFiles();
  const pathOf = (key: string): string => {
    if (!isObjectKey(key)) throw new StorageError('missing', 'not a key');
    return join(root, key);
  };
  const storage: Storage = {
    put: (key, content) =>
      translateErrors(async () => {
        const path = pathOf(key);
        const folder = dirname(path);
        await mkdir(folder, { recursive: true });
        const temporary = toTemporaryPath(path);
        try {
          await writeDurably(temporary, content);
          await rename(temporary, path);
          // A power cut loses a name in an unflushed folder, and a folder with all its files if its own name is unflushed.
          const fresh = [folder, dirname(folder), root].filter((each) => !durable.has(each));
          await Promise.all([folder, ...fresh.map(dirname)].map(flushFolder));
          for (const each of fresh) durable.add(each);
          files.forget(path);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        return { bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') };
      }),
    read: (key) => translateErrors(async () => new Uint8Array(await readFile(pathOf(key)))),
    open: (key, range) =>
      translateErrors(async () => {
        const { start, end } = range;
        if (start > end) throw new StorageError('failed', `no range: ${start}-${end}`);
        return new ObjectReader(await files.open(pathOf(key)), range);
      }),
    measure: async (key, { hash }) => {
      try {
        const path = pathOf(key);
        return await translateErrors(async () =>
          hash ? measure(path) : { bytes: (await stat(path)).size, sha256: null },
        );
      } catch (error) {
        if (error instanceof StorageError && error.reason === 'missing') return null;
        throw error;
      }
    },
    delete: (key) =>
      translateErrors(async () => {
        const path = pathOf(key);
        await rm(path, { force: true });
        // The disk frees the space only when the file is closed.
        files.forget(path);
      }),
    list: async function* (after = '') {
      for await (const { folder, names } of listFolders(root, after)) {
        const keys = names
          .map((name) => `${folder}/${name}`)
          .filter((key) => isObjectKey(key) && (folder !== dirname(after) || key > after));
        for (let first = 0; first < keys.length; first += listedAtOnce) {
          const some = keys.slice(first, first + listedAtOnce);
          const objects = await Promise.all(some.map((key) => listObject(root, key)));
          yield objects.filter((object) => object !== null);
        }
      }
    },
    // A local disk has no connection to test.
    ping: async () => {},
    deleteUnfinished: (time) =>
      translateErrors(async () => {
        for await (const { folder, names } of listFolders(root)) {
          for (const name of names.filter((each) => each.endsWith(unfinishedSuffix))) {
            const path = join(root, folder, name);
            if (await isOlder(path, time)) await rm(path, { force: true });
          }
        }
      }),
    readMark: () =>
      translateErrors(async () => {
        try {
          return (await readFile(join(root, markName), 'utf8')).trim() || null;
        } catch (error) {
          if (isCode(error, 'ENOENT')) return null;
          throw error;
        }
      }),
    writeMark: (text) =>
      translateErrors(async () => {
        const path = join(root, markName);
        await mkdir(root, { recursive: true });
        const temporary = toTemporaryPath(path);
        await writeDurably(temporary, Buffer.from(`${text}\n`));
        await rename(temporary, path);
        await flushFolder(root);
      }),
  };
  return storage;
}

const toTemporaryPath = (path: string): string =>
  `${path}.${randomBytes(6).toString('hex')}${unfinishedSuffix}`;

/** Yields the folders of objects with the names of their files, from the folder of the key `after` on. */
async function* listFolders(
  root: string,
  after = '',
): AsyncIterable<{ folder: string; names: readonly string[] }> {
  for (const kind of listKindsFrom(after)) {
    for (const prefix of await listNames(join(root, kind))) {
      const folder = `${kind}/${prefix}`;
      if (after.startsWith(`${kind}/`) && folder < dirname(after)) continue;
      yield { folder, names: await listNames(join(root, folder)) };
    }
  }
}

/** Returns the sorted names in a folder, and an empty list for a path that does not exist or is not a folder. */
async function listNames(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).toSorted();
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return [];
    throw toStorageError(error);
  }
}

/** Returns null for a file that was deleted meanwhile. */
async function listObject(root: string, key: string): Promise<ListedObject | null> {
  try {
    const { size, mtime } = await stat(join(root, key));
    return { key, bytes: size, writtenAt: mtime };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw toStorageError(error);
  }
}

/** Returns false for a file that was deleted meanwhile. */
async function isOlder(path: string, time: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < time;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function measure(path: string): Promise<StoredObject> {
  const hash = createHash('sha256');
  const { size } = await stat(path);
  await pipeline(createReadStream(path), hash);
  return { bytes: size, sha256: hash.digest('hex') };
}

async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error);
  }
}

function toStorageError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  if (isCode(cause, 'ENOENT')) return new StorageError('missing', 'no such object', { cause });
  if (isCode(cause, 'ENOSPC') || isCode(cause, 'EDQUOT'))
    return new StorageError('full', 'the disk is full', { cause });
  return new StorageError('failed', 'the disk failed', { cause });
}
