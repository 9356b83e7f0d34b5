import { randomInt } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { killAgainAndAgain, tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { tendJobs } from '../world/tend-jobs.ts';
import { inDrillWorld, type DrillWorldOptions } from '../world/world.ts';

/** The number of users of a long drill, in which twenty changes are acknowledged between two kills. */
const manyUsers = 24;
const manyKills = 20;

/** Kills the server at random moments while users save, vote and comment. */
export const killServer = (
  kills: number,
  options: DrillWorldOptions = kills < manyKills ? {} : { userCount: manyUsers },
): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    const server = await world.serve();
    const recoveriesMs: number[] = [];
    const endTending = tendJobs(world);
    await underLoad(world.users, await tellAndAnswer(world), async () => {
      recoveriesMs.push(...(await killAgainAndAgain(world, server, kills)).recoveriesMs);
    });
    const retried = endTending();
    const tended = retried > 0 ? ` (${retried} jobs retried by an administrator)` : '';
    return world.report({
      fault: `REL-01 server killed in uploads and saves${tended}`,
      tries: kills,
      recoveriesMs,
    });
  }, options);

const dayMs = 86_400_000;

/** Kills the server as soon as the file of an upload appears, before the database records it. */
export const killBeforeCommit = (kills: number): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    const { recording } = world.database.prisma;
    const audio = join(world.dataDir, 'audio');
    const originals = join(audio, 'original');
    await mkdir(originals, { recursive: true });
    let server = await world.serve();
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
      if ((await recording.count({ where: { state: 'uploading' } })) > 0) caught += 1;
      server = await world.start();
      await saved;
      recoveriesMs.push(performance.now() - killedMs);
    }
    // The next process sees the leftovers of the kills as two days old.
    const old = new Date(Date.now() - 2 * dayMs);
    for (const each of await readdir(audio, { recursive: true, withFileTypes: true }))
      if (each.isFile()) await utimes(join(each.parentPath, each.name), old, old);
    await world.kill(server);
    await world.serve();
    const countFiles = async () =>
      (await readdir(originals, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
        .length;
    const rows = await recording.count({ where: { originalKey: { not: null } } });
    const isClean = await measureUntil(async () => (await countFiles()) === rows, 15_000);
    const problems = [
      ...(isClean === null ? [`${await countFiles()} files for ${rows} rows`] : []),
      ...(caught === 0 ? ['no kill came before its commit'] : []),
    ];
    const fault = `REL-02 killed between file and commit (${caught} were)`;
    return world.report({ fault, tries: kills, recoveriesMs, problems });
  });
