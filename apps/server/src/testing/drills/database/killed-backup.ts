import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createDiskStorage } from '@relato/storage';
import { bareEnvironment } from '@relato/testing/bare-environment';
import type { DrillResult } from '@relato/testing/drill-result';
import { hashFiles, hashTables } from '../../place-hashes.ts';
import { addStoredStory } from '../../stored-story.ts';
import { backupCommand, createEmpty, queryOf, withDatabase } from './backup.ts';
import { createDrillWorld } from '../world/world.ts';

/** Together 1 GB, so that a backup and a restore have a middle. */
const storyCount = 256;
const bytesOfStory = 4 * 1024 * 1024;

/**
 * Kills a backup, and the restore of it, at moments spread over their whole duration, and repeats each until it ends. What was
 * cut is never taken for whole, and what is restored equals what was backed up.
 */
export async function killBackups(kills: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  const { dataDir, database, folder, postgres } = world;
  const audioDir = join(dataDir, 'audio');
  const problems: string[] = [];
  const recoveriesMs: number[] = [];

  /** Runs a command, or kills it after `killMs`. Resolves with its exit code, null if it was killed, and its duration. */
  async function run(action: 'backup' | 'restore', name: string, url: string, killMs = Infinity) {
    const sinceMs = performance.now();
    const args = [action, join(folder, name), ...(action === 'restore' ? ['--replace'] : [])];
    const child = spawn(process.execPath, [backupCommand, ...args], {
      env: bareEnvironment({ DATA_DIR: dataDir, DATABASE_URL: url }),
      stdio: 'ignore',
    });
    const ended = once(child, 'close');
    if (killMs !== Infinity) await Promise.race([ended, delay(killMs).then(() => child.kill('SIGKILL'))]);
    await ended;
    return { code: child.exitCode, tookMs: performance.now() - sinceMs };
  }

  async function runToItsEnd(action: 'backup' | 'restore', name: string, url: string): Promise<void> {
    const { code, tookMs } = await run(action, name, url);
    if (code === 0) recoveriesMs.push(tookMs);
    else problems.push(`the ${action} after the kills ended with ${code}`);
  }

  try {
    const storage = createDiskStorage(audioDir);
    for (let n = 0; n < storyCount; n += 1)
      await addStoredStory(database, storage, world.userAt(n).id, bytesOfStory);
    // Creates the tables of the jobs.
    const server = await world.start({ ROLE: 'web' });
    await server.ready();
    await server.stop();
    const { tookMs: backupMs } = await run('backup', 'whole', postgres.url);
    let cut = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const { code } = await run('backup', 'cut', postgres.url, (backupMs * (kill + 0.5)) / kills);
      // What the killed ones have copied is used, so a later one may end before it is killed.
      if (code === 0) break;
      cut += 1;
      const empty = await createEmpty(world, `early_${kill}`);
      if ((await run('restore', 'cut', empty)).code === 0) problems.push('a cut backup was restored');
    }
    if (cut === kills) await runToItsEnd('backup', 'cut', postgres.url);

    const tables = await hashTables(queryOf(database));
    const files = await hashFiles(audioDir);
    await rm(audioDir, { recursive: true });
    const restoreMs = (await run('restore', 'cut', await createEmpty(world, 'whole'))).tookMs;
    await rm(audioDir, { recursive: true });
    const target = await createEmpty(world, 'target');
    for (let kill = 0; kill < kills; kill += 1) {
      const { code } = await run('restore', 'cut', target, (restoreMs * (kill + 0.5)) / kills);
      if (code === 0) break;
      cut += 1;
      const stories = await countStories(target);
      if (stories !== 0 && stories !== storyCount)
        problems.push(`${stories} stories of a cut restore are seen`);
    }
    await runToItsEnd('restore', 'cut', target);
    await withDatabase(target, async (restored) => {
      if (!isDeepStrictEqual(await hashTables(queryOf(restored)), tables)) problems.push('rows differ');
    });
    // What a killed restore was writing stays beside them until the daily collection.
    const restored = await hashFiles(audioDir);
    const wrong = Object.entries(files).filter(([path, hash]) => restored[path] !== hash);
    if (wrong.length > 0) problems.push(`${wrong.length} files differ`);
    const fault = `REL-22 backup and restore of 1 GB killed in the middle (${cut} were)`;
    const tries = 2 * kills;
    return { fault, tries, acknowledged: storyCount, lost: 0, doubled: 0, recoveriesMs, problems };
  } finally {
    await world.close();
  }
}

/** Counts the stories that others see. Before the first restore has ended there is no table of them. */
const countStories = (url: string): Promise<number> =>
  withDatabase(url, async ({ sql, prisma }) => {
    const text = "SELECT to_regclass('public.stories') IS NOT NULL AS exists";
    const [row] = await sql<{ readonly exists: boolean }>({ text, values: [] });
    return row?.exists === true ? prisma.story.count() : 0;
  });
