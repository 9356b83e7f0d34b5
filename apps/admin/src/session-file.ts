import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const stored = z.object({ url: z.string(), token: z.string() });
export type StoredSession = z.infer<typeof stored>;

/** `$XDG_CONFIG_HOME/relato/session.json`, readable by its owner only. */
export const sessionFileOf = (variables: NodeJS.ProcessEnv): string =>
  join(variables.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'relato', 'session.json');

/** Null when nobody signed in, or the file is not ours. */
export async function readSession(file: string): Promise<StoredSession | null> {
  try {
    return stored.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

export async function writeSession(file: string, session: StoredSession): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(session)}\n`, { mode: 0o600 });
}

export const forgetSession = (file: string): Promise<void> => rm(file, { force: true });
