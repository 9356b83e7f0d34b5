import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { createDatabase, type Database } from '@relato/db';
import { createDiskStorage } from '@relato/storage';
import { bareEnvironment } from '@relato/testing/bare-environment';
import type { DrillResult } from '@relato/testing/drill-result';
import { hashFiles, hashTables } from '../../place-hashes.ts';
import { addStoredStory } from '../../stored-story.ts';
import { toSubject, type Acknowledged } from '../world/acknowledged.ts';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

const run = promisify(execFile);
export const backupCommand = fileURLToPath(new URL('../../../backup/main.ts', import.meta.url));
/** The changes that are acknowledged before the backup begins, and the time for which the load goes on after it. */
const changesBefore = 40;
const loadAfterMs = 1_000;

/** Backs up a server under load and at rest, wipes everything, and restores both. */
export async function restoreBackups(stories: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  const { dataDir, database, folder, postgres, client } = world;
  const audioDir = join(dataDir, 'audio');
  const problems: string[] = [];
  const recoveriesMs: number[] = [];

  async function inFolder(name: string, action: 'backup' | 'restore', url = postgres.url): Promise<void> {
    const sinceMs = performance.now();
    await run(process.execPath, [backupCommand, action, join(folder, name)], {
      env: bareEnvironment({ DATA_DIR: dataDir, DATABASE_URL: url }),
    });
    if (action === 'restore') recoveriesMs.push(performance.now() - sinceMs);
  }

  try {
    const storage = createDiskStorage(audioDir);
    for (let n = 0; n < stories; n += 1) await addStoredStory(database, storage, world.userAt(n).id);
    let server = await world.start();
    await server.ready();
    let before: readonly Acknowledged[] = [];
    await underLoad(world.users, await tellAndAnswer(world), async () => {
      await measureUntil(() => client.history.length >= changesBefore);
      before = client.history.slice();
      await inFolder('loaded', 'backup');
      await delay(loadAfterMs);
    });
    await server.stop();

    await inFolder('quiet', 'backup');
    const tables = await hashTables(queryOf(database));
    const files = await hashFiles(audioDir);
    await rm(audioDir, { recursive: true });
    const quiet = await createEmpty(world, 'quiet');
    await inFolder('quiet', 'restore', quiet);
    await withDatabase(quiet, async (restored) => {
      if (!isDeepStrictEqual(await hashTables(queryOf(restored)), tables)) problems.push('rows differ');
    });
    if (!isDeepStrictEqual(await hashFiles(audioDir), files)) problems.push('files differ');

    await rm(audioDir, { recursive: true });
    const loaded = await createEmpty(world, 'loaded');
    await inFolder('loaded', 'restore', loaded);
    server = await world.start({ DATABASE_URL: loaded });
    await server.ready();
    const found = await withDatabase(loaded, (restored) =>
      world.check(withoutChanged(before, client.history), restored),
    );
    return {
      fault: 'REL-22 backup under load, wipe, restore (stories)',
      tries: stories,
      recoveriesMs,
      ...found,
      problems: [...problems, ...found.problems],
    };
  } finally {
    await world.close();
  }
}

export const queryOf = ({ sql }: Database) => ({
  query: (text: string) => sql<object>({ text, values: [] }),
});

export async function createEmpty({ postgres, database }: DrillWorld, name: string): Promise<string> {
  await database.prisma.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

export async function withDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await createDatabase({ url, poolSize: 2, statementTimeoutMs: 60_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Leaves out what users changed again later, because the moment of the backup may be before or after. */
function withoutChanged(
  before: readonly Acknowledged[],
  all: readonly Acknowledged[],
): readonly Acknowledged[] {
  const changed = new Set(all.slice(before.length).map(toSubject));
  return before.filter((done) => {
    const subject = toSubject(done);
    return subject === null || !changed.has(subject);
  });
}
