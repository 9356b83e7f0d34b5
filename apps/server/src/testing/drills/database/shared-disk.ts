import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serverLimits } from '@relato/contract';
import { findEmbeddedPostgres } from '@relato/db';
import { query } from '@relato/db/testing/database';
import type { DrillResult } from '@relato/testing/drill-result';
import { mountSmallDisk } from '@relato/testing/small-disk';
import type { DrillUser } from '../world/acknowledged.ts';
import { removeOwn, reportOfOwn, serveAlone } from './left-behind.ts';
import { listLate, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

/** Fits the uploads, the reserve, and the database with its log. */
const diskBytes = 950_000_000;
const maxFiles = 20_000;
const recoveredMs = 10_000;
/** The full disk lasts for a random part of this time, so that it ends at any moment of a recovery. */
const mostFullMs = 3_000;
/** Exceeds the number of prepared segments of the log. */
const mostSegments = 60;

/**
 * Fills the disk of the database and of the audio to its last byte, twice in each try, and writes the log of PostgreSQL as
 * its superuser until it panics. The first time, the reserve must bring PostgreSQL back without any freed space. The second
 * time, the reserve is used up, and PostgreSQL must serve as soon as there is space.
 */
export async function fillSharedDisk(tries: number): Promise<DrillResult> {
  const disk = await mkdtemp(join(tmpdir(), 'relato-shared-'));
  const unmount = await mountSmallDisk(disk, { bytes: diskBytes, maxFiles });
  const dataDir = join(disk, 'data');
  const cluster = join(dataDir, 'postgres');
  await mkdir(dataDir, { mode: 0o755 });
  try {
    return await inDrillWorld((world) => breakAgainAndAgain(world, { disk, cluster, tries }), {
      dataDir,
      postgresDir: cluster,
    });
  } finally {
    await unmount();
    await removeOwn(cluster, disk);
  }
}

async function breakAgainAndAgain(
  world: DrillWorld,
  { disk, cluster, tries }: { readonly disk: string; readonly cluster: string; readonly tries: number },
): Promise<DrillResult> {
  const filler = join(disk, 'filler');
  const { client, users, userAt } = world;
  let asked = 0;
  /** Reads as another user each time, because each network has a limit of its own. */
  const isRead = () => holds(client.ask(userAt((asked += 1)), 'stories.feed', {}));
  const hasReserve = () =>
    holds(stat(`${cluster}.reserve`).then(({ size }) => size === serverLimits.disk.reserveBytes));
  const server = await serveAlone(world);
  const recoveriesMs: number[] = [];
  const rescuesMs: number[] = [];
  const problems: string[] = [];
  await underLoad(users, await uploadAndAnswer(world), async () => {
    for (let n = 0; n < tries; n += 1) {
      if ((await measureUntil(hasReserve)) === null) problems.push('there was no reserve');
      await fillUp(filler);
      if (!(await breakDatabase(cluster))) problems.push('the database was not broken');
      rescuesMs.push(took(await measureUntil(async () => !(await hasReserve()) && (await isRead()))));

      const isDown = async (): Promise<boolean> => {
        await fillUp(filler);
        await breakDatabase(cluster);
        return !(await isRead());
      };
      if ((await measureUntil(isDown)) === null) problems.push('the database was not broken again');
      const endsAtMs = performance.now() + randomInt(mostFullMs);
      while (performance.now() < endsAtMs) {
        await fillUp(filler);
        await delay(20);
      }
      await rm(filler);
      const freedMs = performance.now();
      const isBack = async (): Promise<boolean> => client.lastMs() > freedMs && (await isRead());
      recoveriesMs.push(took(await measureUntil(isBack, undefined, freedMs)));
    }
  });
  if (server.process.exitCode !== null) problems.push('the server has ended');
  problems.push(...listLate('the return', recoveriesMs, recoveredMs));
  problems.push(...listLate('the return by the reserve', rescuesMs, recoveredMs));
  const byReserve = (Math.max(...rescuesMs) / 1_000).toFixed(1);
  const stood = server.output().split('stands still').length - 1;
  const fault = `REL-33 database and audio on one full disk (by the reserve within ${byReserve} s; ${stood} recoveries stood still)`;
  const result = await reportOfOwn(world, cluster, { fault, tries, recoveriesMs, problems });
  await server.stop();
  return result;
}

/** Resolves with false if the promise does or rejects. */
const holds = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    (value) => value !== false,
    () => false,
  );

const took = (ms: number | null): number => ms ?? 60_000;

/** A user stays below the limits of changes, and of recordings in an hour. */
const betweenChangesMs = 1_300;
const changesPerComment = 10;
const changesPerUpload = 25;

/**
 * Users vote, comment and upload in turns. Their recordings become no stories, because the inspection retries once a minute
 * while the disk is full again.
 */
async function uploadAndAnswer({
  client,
  userAt,
}: Pick<DrillWorld, 'client' | 'userAt'>): Promise<(user: DrillUser) => Promise<void>> {
  const turns = new Map<DrillUser, number>();
  const storyId = await client.save(userAt(0));
  return async (user) => {
    const turn = turns.get(user) ?? turns.size;
    turns.set(user, turn + 1);
    await delay(betweenChangesMs);
    if (turn % changesPerUpload === 2) await client.record(user);
    else if (turn % changesPerComment === 1) await client.comment(user, storyId);
    else await client.vote(user, storyId, turn % 2 === 0 ? 'up' : 'down');
  };
}

/** Writes to a file until the disk takes no further byte. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'a');
  const isWritten = (chunk: Buffer): Promise<boolean> =>
    file.write(chunk).then(
      ({ bytesWritten }) => bytesWritten === chunk.length,
      () => false,
    );
  try {
    for (const bytes of [1_048_576, 4_096, 1]) {
      const chunk = Buffer.alloc(bytes);
      while (await isWritten(chunk));
    }
  } finally {
    await file.close();
  }
}

/** Makes the database need further segments of its log. Returns whether it broke, or was broken already. */
async function breakDatabase(cluster: string): Promise<boolean> {
  const url = await findEmbeddedPostgres(cluster);
  if (url === null) return true;
  for (let n = 0; n < mostSegments; n += 1) {
    const goesOn = await query(
      url,
      "SELECT pg_logical_emit_message(false, 'drill', repeat('x', 1000000)), pg_switch_wal()",
    ).then(
      () => true,
      () => false,
    );
    if (!goesOn) return true;
  }
  return false;
}
