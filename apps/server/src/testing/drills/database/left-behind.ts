import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, findEmbeddedPostgres } from '@relato/db';
import type { DrillResult } from '@relato/testing/drill-result';
import type { ServerProcess } from '@relato/testing/server-process';
import { measureRecovery, tellAndAnswer, underLoad } from '../world/load.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

/**
 * Lists the PostgreSQL servers on a folder. Their children have other titles, except for a moment at the start of a
 * connection.
 */
function listServers(cluster: string): number[] {
  const titled = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`-D ${cluster} `) && line.includes('postgres'))
    .map((line) => line.trim().split(/\s+/u, 2).map(Number));
  const pids = new Set(titled.map(([pid]) => pid));
  return titled.flatMap(([pid = 0, parent]) => (pids.has(parent) ? [] : [pid]));
}

/**
 * Kills a server that runs its own PostgreSQL. Every second time PostgreSQL is killed as well, otherwise it stays behind.
 * The next start must adopt the data, and never run a second PostgreSQL on it.
 */
export async function leaveDatabaseBehind(kills: number): Promise<DrillResult> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-own-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const cluster = join(dataDir, 'postgres');
  try {
    return await inDrillWorld((world) => killOwners(world, cluster, kills), {
      dataDir,
      postgresDir: cluster,
    });
  } finally {
    await removeOwn(cluster, folder);
  }
}

/** Removes the folder of a server with its own PostgreSQL, which may have ended with the world. */
export async function removeOwn(cluster: string, folder: string): Promise<void> {
  listServers(cluster).forEach((pid) => process.kill(pid, 'SIGQUIT'));
  await rm(folder, { recursive: true, force: true });
}

async function killOwners(world: DrillWorld, cluster: string, kills: number): Promise<DrillResult> {
  let server = await serveAlone(world);
  const recoveriesMs: number[] = [];
  const problems: string[] = [];
  await underLoad(world.users, await tellAndAnswer(world), async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await delay(1_000);
      await world.kill(server);
      const killedMs = performance.now();
      const left = listServers(cluster);
      if (left.length !== 1) problems.push(`${left.length} servers were left behind`);
      if (kill % 2 === 1) left.forEach((pid) => process.kill(pid, 'SIGKILL'));
      server = await world.start({ DATABASE_URL: '' });
      recoveriesMs.push(await measureRecovery(world, killedMs));
      const running = listServers(cluster);
      if (running.length !== 1) problems.push(`${running.length} servers run on the same data`);
    }
  });
  const fault = 'REL-06 PostgreSQL left behind by a killed server';
  const result = await reportOfOwn(world, cluster, { fault, tries: kills, recoveriesMs, problems });
  await server.stop();
  const running = listServers(cluster).length > 0 ? ['PostgreSQL runs on after a stop'] : [];
  return { ...result, problems: [...result.problems, ...running] };
}

/** Ends the PostgreSQL of the drill, and starts a server that runs its own on the same data. */
export async function serveAlone(world: DrillWorld): Promise<ServerProcess> {
  await world.database.close();
  await world.postgres.stop();
  return world.serve({ DATABASE_URL: '' });
}

/** Checks the acknowledged changes in the database that a server runs. */
export async function reportOfOwn(
  world: DrillWorld,
  cluster: string,
  found: Parameters<DrillWorld['report']>[0],
): Promise<DrillResult> {
  const database = await createDatabase({ url: (await findEmbeddedPostgres(cluster)) ?? '' });
  const result = await world.report({ ...found, database });
  await database.close();
  return result;
}
