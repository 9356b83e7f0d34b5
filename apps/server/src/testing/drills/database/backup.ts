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
import type { Acknowledged } from '../world/acknowledged.ts';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

const run = promisify(execFile);
const command = fileURLToPath(new URL('../../../backup/main.ts', import.meta.url));
/** The number of acknowledged changes before the backup, and the time for which the load continues after it. */
const changesBefore = 40;
const loadAfterMs = 1_000;

/** Backs up a server under load and at rest, wipes everything, and restores both. */
export const restoreBackups = (stories: number): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    const { dataDir, database, folder, client } = world;
    const audioDir = join(dataDir, 'audio');
    const problems: string[] = [];
    const recoveriesMs: number[] = [];
    const backUp = (name: string, action = 'backup', url = world.postgres.url) =>
      run(process.execPath, [command, action, join(folder, name)], {
        env: bareEnvironment({ DATA_DIR: dataDir, DATABASE_URL: url }),
      });
    /** Restores a backup to an empty database and an empty folder, and returns the database. */
    async function restore(name: string): Promise<Database> {
      await rm(audioDir, { recursive: true });
      const url = await createEmpty(world, name);
      const sinceMs = performance.now();
      await backUp(name, 'restore', url);
      recoveriesMs.push(performance.now() - sinceMs);
      return createDatabase({ url, poolSize: 2, statementTimeoutMs: 60_000 });
    }

    const storage = createDiskStorage(audioDir);
    for (let n = 0; n < stories; n += 1) await addStoredStory(database, storage, world.userAt(n).id);
    const server = await world.serve();
    let before: readonly Acknowledged[] = [];
    await underLoad(world.users, await tellAndAnswer(world), async () => {
      await measureUntil(() => client.history.length >= changesBefore);
      before = client.history.slice();
      await backUp('loaded');
      await delay(loadAfterMs);
    });
    await server.stop();

    await backUp('quiet');
    const tables = await hashTables(queryOf(database));
    const files = await hashFiles(audioDir);
    const quiet = await restore('quiet');
    if (!isDeepStrictEqual(await hashTables(queryOf(quiet)), tables)) problems.push('rows differ');
    if (!isDeepStrictEqual(await hashFiles(audioDir), files)) problems.push('files differ');
    await quiet.close();

    const loaded = await restore('loaded');
    await world.serve({ DATABASE_URL: toUrl(world, 'loaded') });
    // The backup may contain either state of a subject that changed again meanwhile.
    const later = new Set(client.history.slice(before.length).map(({ subject }) => subject));
    const history = before.filter(({ subject }) => subject === undefined || !later.has(subject));
    const fault = 'REL-22 backup under load, wipe, restore (stories)';
    const found = { fault, tries: stories, recoveriesMs, problems, history, database: loaded };
    const result = await world.report(found);
    await loaded.close();
    return result;
  });

const queryOf = ({ sql }: Database) => ({ query: (text: string) => sql<object>({ text, values: [] }) });

const toUrl = ({ postgres }: DrillWorld, name: string): string =>
  Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;

async function createEmpty(world: DrillWorld, name: string): Promise<string> {
  await world.database.prisma.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  return toUrl(world, name);
}
