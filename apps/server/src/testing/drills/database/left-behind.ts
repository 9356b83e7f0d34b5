import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, findEmbeddedPostgres } from '@relato/db';
import type { DrillResult } from '@relato/testing/drill-result';
import { measureRecovery, tellAndAnswer, underLoad } from '../world/load.ts';
import { createDrillWorld } from '../world/world.ts';

/**
 * Lists the servers of PostgreSQL on a folder. Their children have other titles, but for a moment: the process of a new
 * connection begins with that of the server.
 */
export function listServers(cluster: string): number[] {
  const titled = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`-D ${cluster} `) && line.includes('postgres'))
    .map((line) => line.trim().split(/\s+/u, 2).map(Number));
  const pids = new Set(titled.map(([pid]) => pid));
  return titled.flatMap(([pid = 0, parent]) => (pids.has(parent) ? [] : [pid]));
}

/**
 * Kills a server that runs its own PostgreSQL, which stays behind, or is killed too every second time. The next start must
 * take the data over, and never run a second PostgreSQL on it.
 */
export async function leaveDatabaseBehind(kills: number): Promise<DrillResult> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-own-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  const cluster = join(dataDir, 'postgres');
  const world = await createDrillWorld({ dataDir, postgresDir: cluster });
  try {
    // The server of the drill is the one that is left behind: from here on the product starts its own.
    await world.database.close();
    await world.postgres.stop();
    const start = () => world.start({ DATABASE_URL: '' });
    let server = await start();
    await server.ready();
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
        server = await start();
        recoveriesMs.push(await measureRecovery(world, killedMs));
        const running = listServers(cluster);
        if (running.length !== 1) problems.push(`${running.length} servers run on the same data`);
      }
    });
    const url = await findEmbeddedPostgres(cluster);
    const database = await createDatabase({ url: url ?? '' });
    const found = await world.check(undefined, database);
    await database.close();
    await server.stop();
    if (listServers(cluster).length > 0) problems.push('PostgreSQL runs on after a stop');
    const fault = 'REL-06 PostgreSQL left behind by a killed server';
    return { fault, tries: kills, recoveriesMs, ...found, problems: [...problems, ...found.problems] };
  } finally {
    await world.close();
    // That of a server that was killed with the world.
    listServers(cluster).forEach((pid) => process.kill(pid, 'SIGQUIT'));
    await rm(folder, { recursive: true, force: true });
  }
}
