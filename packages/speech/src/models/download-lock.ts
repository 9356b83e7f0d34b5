import { open, rename, rm, stat, utimes } from 'node:fs/promises';
import { codeOf } from '@relato/contract/errors';
import { ModelError } from './model-error.ts';

/** The interval at which the holder renews the lock, and the age from which the lock belongs to a killed process. */
const beatMs = 5_000;
const staleMs = 30_000;

/**
 * Runs `work` while no other process holds the lock at `path`. Throws ModelError `busy` at once if one does. The lock is a
 * file whose time the holder renews, because process ids are useless between containers that share a folder.
 */
export async function withDownloadLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await takeLock(path);
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, beatMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
}

async function takeLock(path: string): Promise<void> {
  if (await createLock(path)) return;
  const ageMs = await readAgeMs(path);
  if (ageMs < staleMs) throw busyError(ageMs);
  // Only one of several processes can rename a stale lock. Two holders would only spoil a file whose checksum is verified.
  const stale = `${path}.${process.pid}`;
  await rename(path, stale).catch(() => {});
  await rm(stale, { force: true });
  if (!(await createLock(path))) throw busyError(0);
}

async function createLock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** A missing lock counts as new, because its holder has just finished. */
const readAgeMs = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );

const busyError = (ageMs: number): ModelError =>
  new ModelError(
    'busy',
    `Another process is fetching this model (seen ${Math.round(ageMs / 1_000)} s ago). If it was killed, try again in half a minute.`,
  );
