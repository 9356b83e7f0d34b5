import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { codeOf } from '@relato/contract/errors';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { getStartTime, isAlive } from './processes.ts';

interface Owner {
  readonly pid: number;
  readonly startedAt: string | null;
}

/**
 * Takes the lock file that lets only one process start a server on a data directory. Adopts the lock of a dead process. The
 * message names `dataDir`. Throws EmbeddedPostgresError if a live process, even this one, holds the lock.
 */
export async function lockDataDirectory(
  file: string,
  dataDir: string,
): Promise<{ release: () => Promise<void> }> {
  const mine = JSON.stringify({ pid: process.pid, startedAt: await getStartTime(process.pid) });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    // A link appears atomically, so that no process reads a half-written file.
    while (!(await tryLink(draft, file))) await removeStale(file, dataDir);
    return { release: () => rm(file, { force: true }) };
  } finally {
    await rm(draft, { force: true });
  }
}

async function tryLink(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock file of a dead process. If two processes find it, only one can rename it. If the renamed file turns out
 * to be that of a new owner, it is put back.
 */
async function removeStale(file: string, dataDir: string): Promise<void> {
  await requireGone(file, dataDir);
  const taken = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, taken);
  } catch {
    return;
  }
  try {
    await requireGone(taken, dataDir);
  } catch (error) {
    await tryLink(taken, file);
    throw error;
  } finally {
    await rm(taken, { force: true });
  }
}

async function requireGone(file: string, dataDir: string): Promise<void> {
  const owner = await readOwner(file);
  if (owner === null || !isAlive(owner.pid)) return;
  if (owner.startedAt !== (await getStartTime(owner.pid))) return;
  throw new EmbeddedPostgresError(
    `Relato is already running with the data in ${dataDir} (process ${owner.pid}). Stop it, or set DATA_DIR to another folder.`,
  );
}

/** Returns null without a lock file, and for one that a full disk has truncated. */
async function readOwner(file: string): Promise<Owner | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return null;
    const startedAt = 'startedAt' in value && typeof value.startedAt === 'string' ? value.startedAt : null;
    return { pid: value.pid, startedAt };
  } catch {
    return null;
  }
}
