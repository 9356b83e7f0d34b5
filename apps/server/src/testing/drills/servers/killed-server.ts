import { randomInt } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { measureRecovery, tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { tendJobs } from '../world/tend-jobs.ts';
import { createDrillWorld } from '../world/world.ts';

/** Of a long drill: twenty changes are acknowledged between two kills. */
const manyUsers = 24;
const manyKills = 20;

/** Kills the server at random moments while users save, vote and comment. */
export async function killServer(kills: number): Promise<DrillResult> {
  const world = await createDrillWorld(kills < manyKills ? {} : { userCount: manyUsers });
  try {
    let server = await world.start();
    await server.ready();
    const recoveriesMs: number[] = [];
    const endTending = tendJobs(world);
    await underLoad(world.users, await tellAndAnswer(world), async () => {
      for (let kill = 0; kill < kills; kill += 1) {
        // On a slow machine a server lives longer, so that an inspection can end in its life.
        const mostMs = Math.max(2_000, Math.min(10_000, recoveriesMs.at(-1) ?? 0));
        await delay(randomInt(300, Math.round(mostMs)));
        await world.kill(server);
        const killedMs = performance.now();
        server = await world.start();
        recoveriesMs.push(await measureRecovery(world, killedMs));
      }
    });
    const retried = endTending();
    const found = await world.check();
    const tended = retried > 0 ? ` (${retried} jobs retried by an administrator)` : '';
    const fault = `REL-01 server killed in uploads and saves${tended}`;
    return { fault, tries: kills, recoveriesMs, ...found };
  } finally {
    await world.close();
  }
}

const dayMs = 86_400_000;

/** Kills the server as soon as the file of an upload appears, before its row says that it is there. */
export async function killBeforeCommit(kills: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  const originals = join(world.dataDir, 'audio/original');
  try {
    await mkdir(originals, { recursive: true });
    let server = await world.start();
    await server.ready();
    const recoveriesMs: number[] = [];
    let caught = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const written = Promise.withResolvers<void>();
      const watcher = watch(originals, { recursive: true }, () => written.resolve());
      const saved = world.client.save(world.userAt(kill));
      await written.promise;
      await delay(randomInt(0, 12));
      await world.kill(server);
      watcher.close();
      const killedMs = performance.now();
      if ((await world.database.prisma.recording.count({ where: { state: 'uploading' } })) > 0) caught += 1;
      server = await world.start();
      await saved;
      recoveriesMs.push(performance.now() - killedMs);
    }
    // The leftovers of the kills are a day old when the next process starts.
    const old = new Date(Date.now() - 2 * dayMs);
    for (const name of await readdir(join(world.dataDir, 'audio'), { recursive: true, withFileTypes: true }))
      if (name.isFile()) await utimes(join(name.parentPath, name.name), old, old);
    await world.kill(server);
    server = await world.start();
    await server.ready();
    const countFiles = async () =>
      (await readdir(originals, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
        .length;
    const rows = await world.database.prisma.recording.count({ where: { originalKey: { not: null } } });
    const isClean = await measureUntil(async () => (await countFiles()) === rows, 15_000);
    const found = await world.check();
    const problems = [
      ...found.problems,
      ...(isClean === null ? [`${await countFiles()} files for ${rows} rows`] : []),
      ...(caught === 0 ? ['no kill came before its commit'] : []),
      ...(existsSync(originals) ? [] : ['the folder of originals is gone']),
    ];
    const fault = `REL-02 killed between file and commit (${caught} were)`;
    return { fault, tries: kills, recoveriesMs, ...found, problems };
  } finally {
    await world.close();
  }
}
