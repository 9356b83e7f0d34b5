import { open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { getStartTime, isAlive } from './processes.ts';

/** Makes this process the one that may start a server on the data; throws when a living one already is. */
export async function claimOwnership(file: string): Promise<{ release: () => Promise<void> }> {
  const mine = JSON.stringify({ pid: process.pid, startedAt: await getStartTime(process.pid) });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(mine);
      await handle.close();
      return { release: () => rm(file, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = await readOwner(file);
    if (owner !== null && owner.pid !== process.pid && (await isStillThere(owner))) {
      throw new EmbeddedPostgresError(
        `Relato is already running on ${dirname(file)} (process ${owner.pid}). Stop it, or set DATA_DIR to another folder.`,
      );
    }
    await rm(file, { force: true });
  }
  throw new EmbeddedPostgresError(`Several processes start on ${dirname(file)} at once. Start only one.`);
}

interface Owner {
  readonly pid: number;
  readonly startedAt: string | null;
}

/** Null for a file that was cut short with the process that wrote it. */
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

const isStillThere = async ({ pid, startedAt }: Owner): Promise<boolean> =>
  isAlive(pid) && (startedAt === null || startedAt === (await getStartTime(pid)));
