import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { mountSmallDisk } from '@relato/testing/small-disk';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld } from '../world/world.ts';

/** The smallest disk on which uploads are accepted at all, and a little more. */
const diskBytes = 560_000_000;
const maxFiles = 4_000;
const fillerBytes = 80_000_000;
/** For a begin of a recording on a machine whose disk does much else. */
const refusedAtMostMs = 30_000;

/** Fills the disk of the audio under load: by turns its bytes, to the floor of uploads, and all of its names. */
export async function fillDisk(tries: number): Promise<DrillResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'relato-small-'));
  const unmount = await mountSmallDisk(dataDir, { bytes: diskBytes, maxFiles });
  const world = await createDrillWorld({ dataDir });
  const filler = join(dataDir, 'filler');
  try {
    const server = await world.start();
    await server.ready();
    const recoveriesMs: number[] = [];
    const problems: string[] = [];
    const { client, users } = world;
    const isRead = () =>
      client.ask(null, 'stories.feed', {}).then(
        () => true,
        () => false,
      );
    await underLoad(users, await tellAndAnswer(world), async () => {
      for (let n = 0; n < tries; n += 1) {
        await delay(1_000);
        await mkdir(filler);
        if (n % 2 === 0) await writeFile(join(filler, 'bytes'), Buffer.alloc(fillerBytes));
        else await fillNames(filler);
        const seen = client.refusals.length;
        const uploading = client.record(world.userAt(n));
        // Below the floor the server says that the disk is full; without names the disk seems to fail.
        const wanted = n % 2 === 0 ? [507] : [507, 503];
        const refused = () => client.refusals.slice(seen).some((status) => wanted.includes(status));
        if ((await measureUntil(refused, refusedAtMostMs)) === null)
          problems.push(
            `no upload got ${wanted.join(' or ')}, but ${listCounts(client.refusals.slice(seen))}`,
          );
        if (!(await isRead())) problems.push('the feed was not read while the disk was full');
        await rm(filler, { recursive: true });
        const freedMs = performance.now();
        await uploading;
        recoveriesMs.push(performance.now() - freedMs);
      }
    });
    if (server.process.exitCode !== null) problems.push('the server has ended');
    const found = await world.check();
    const fault = 'REL-11, 31 disk full, of bytes and of names';
    return { fault, tries, recoveriesMs, ...found, problems: [...problems, ...found.problems] };
  } finally {
    await world.close();
    await unmount();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Says how often each status was answered. */
function listCounts(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts].map(([status, all]) => `${status} ${all.length} times`).join(', ') || 'none was refused';
}

/** Creates empty files until the disk has no name left. */
async function fillNames(directory: string): Promise<void> {
  for (let n = 0; n < maxFiles; n += 1) {
    const isFull = await writeFile(join(directory, String(n)), '').then(
      () => false,
      () => true,
    );
    if (isFull) return;
  }
}
