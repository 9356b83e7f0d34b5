import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isObjectKey, objectKinds, StorageError, type Storage, type StoredObject } from './storage.ts';

const unfinishedSuffix = '.part';

/** Objects as files under `directory`. Written beside their place, flushed, and moved there: whole or not at all. */
export function createDiskStorage(directory: string): Storage {
  const root = resolve(directory);
  const durable = new Set<string>();
  const pathOf = (key: string): string => {
    if (!isObjectKey(key)) throw new StorageError('missing', 'not a key');
    return join(root, key);
  };
  const storage: Storage = {
    put: (key, content) =>
      translateErrors(async () => {
        const path = pathOf(key);
        const temporary = await makePlace(path, root, durable);
        try {
          await writeDurably(temporary, content);
          await moveDurably(temporary, path);
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
        return { bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') };
      }),
    putFile: (key, source) =>
      translateErrors(async () => {
        const path = pathOf(key);
        const temporary = await makePlace(path, root, durable);
        try {
          // Shares the blocks where the file system can.
          await copyFile(source, temporary, constants.COPYFILE_FICLONE);
          const stored = await measure(temporary);
          await flush(temporary);
          await moveDurably(temporary, path);
          return stored;
        } catch (error) {
          await rm(temporary, { force: true });
          throw error;
        }
      }),
    read: (key) => translateErrors(async () => new Uint8Array(await readFile(pathOf(key)))),
    open: (key, range) =>
      translateErrors(async () => {
        const path = pathOf(key);
        // A stream would tell of a missing file only after the answer has begun.
        await stat(path);
        return Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>; // a byte stream without an encoding
      }),
    delete: (key) => translateErrors(() => rm(pathOf(key), { force: true })),
    listWrittenBefore: async function* (time) {
      for await (const { folder, names } of foldersOf(root)) {
        const keys = names.map((name) => `${folder}/${name}`).filter(isObjectKey);
        const old = await Promise.all(keys.map((key) => isOlder(join(root, key), time)));
        yield keys.filter((_, n) => old[n]);
      }
    },
    deleteUnfinished: (time) =>
      translateErrors(async () => {
        for await (const { folder, names } of foldersOf(root)) {
          for (const name of names.filter((each) => each.endsWith(unfinishedSuffix))) {
            const path = join(root, folder, name);
            if (await isOlder(path, time)) await rm(path, { force: true });
          }
        }
      }),
  };
  return storage;
}

/** A name beside `path` to write under first. Its folders are made; `durable` are those of which that is known to last. */
async function makePlace(path: string, root: string, durable: Set<string>): Promise<string> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  if (!durable.has(folder)) {
    // A power cut forgets a folder whose own name was not flushed, with all that is in it.
    for (const parent of [dirname(folder), root, dirname(root)]) await flushFolder(parent);
    durable.add(folder);
  }
  return `${path}.${randomBytes(6).toString('hex')}${unfinishedSuffix}`;
}

/** The folders that objects are in, with their files. */
async function* foldersOf(root: string): AsyncIterable<{ folder: string; names: readonly string[] }> {
  for (const kind of objectKinds) {
    for (const prefix of await listNames(join(root, kind))) {
      const folder = `${kind}/${prefix}`;
      yield { folder, names: await listNames(join(root, folder)) };
    }
  }
}

/** None for what is not there, or is no folder. */
async function listNames(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

/** False for what went meanwhile. */
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

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name is durable only when its folder is. */
async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flushFolder(dirname(to));
}

async function flushFolder(path: string): Promise<void> {
  // Windows cannot open a folder; there the file system logs new names itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT') throw new StorageError('missing', 'no such object', { cause });
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageError('full', 'the disk is full', { cause });
    throw new StorageError('failed', 'the disk failed', { cause });
  }
}
