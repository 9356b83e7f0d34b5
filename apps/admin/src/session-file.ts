import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, chmod, lstat, mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandError, exitCodes } from './errors.ts';

const stored = z.object({ url: z.string(), token: z.string() });
export type StoredSession = z.infer<typeof stored>;

const modeOfOthers = 0o077;

/** Returns `$XDG_CONFIG_HOME/relato/session.json`. */
export const toSessionFilePath = (variables: Readonly<Partial<Record<string, string>>>): string =>
  join(variables.XDG_CONFIG_HOME || join(homedir(), '.config'), 'relato', 'session.json');

/**
 * Reads the session, or resolves with null. If other users can read the file, makes it private and warns. Throws a
 * CommandError if the file or its folder cannot be used, belongs to another user or is a link.
 */
export const readSession = (file: string, warn: (line: string) => void): Promise<StoredSession | null> =>
  explain(file, () => readPrivately(file, warn));

async function readPrivately(file: string, warn: (line: string) => void): Promise<StoredSession | null> {
  const handle = await openWithoutLinks(file);
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    requireOwned(file, stats, stats.isFile());
    await makePrivate(dirname(file));
    if (stats.mode & modeOfOthers) {
      await handle.chmod(0o600);
      warn(`Other users could read ${file} until now. If others use this machine, sign out and in again.`);
    }
    return parse(await handle.readFile('utf8'));
  } finally {
    await handle.close();
  }
}

async function openWithoutLinks(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(toCode(cause))) return null;
    throw cause;
  }
}

const toCode = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : '';

/** Throws a CommandError for an error of the file system. */
async function explain<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(exitCodes.notSignedIn, `${path} cannot be used: ${toCode(cause)}.`, { cause });
  }
}

async function makePrivate(folder: string): Promise<void> {
  const stats = await lstat(folder);
  requireOwned(folder, stats, stats.isDirectory());
  if (stats.mode & modeOfOthers) await chmod(folder, 0o700);
}

function requireOwned(path: string, { uid }: Stats, isExpected: boolean): void {
  const isOwn = process.getuid === undefined || uid === process.getuid();
  if (isOwn && isExpected) return;
  const reason = isOwn ? 'it is not a regular file or folder' : 'it belongs to another user';
  throw new CommandError(exitCodes.notSignedIn, `${path} is not used: ${reason}.`);
}

function parse(text: string): StoredSession | null {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Makes the folder of the file. Throws a CommandError if it cannot be used, or belongs to another user. */
export function prepareFolder(file: string): Promise<void> {
  const folder = dirname(file);
  return explain(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await makePrivate(folder);
    await access(folder, constants.W_OK);
  });
}

/** Throws a CommandError if the folder or the file cannot be used. */
export async function writeSession(file: string, session: StoredSession): Promise<void> {
  await prepareFolder(file);
  // Writes a new file and renames it, instead of writing to a link or to a file that others can read.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await explain(file, async () => {
    try {
      await writeFile(draft, `${JSON.stringify(session)}\n`, { mode: 0o600, flag: 'wx' });
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
  });
}

export const forgetSession = (file: string): Promise<void> => explain(file, () => rm(file, { force: true }));
