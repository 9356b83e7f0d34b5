import { createS3Storage, type S3Settings, type Storage } from '@relato/storage';
import type { DrillResult } from '@relato/testing/drill-result';
import { startFaultyProxy, type FaultyProxy } from '@relato/testing/network/faulty-proxy';
import { startStandInS3, type StandInS3 } from '@relato/testing/s3/s3-server';
import { setTimeout as delay } from 'node:timers/promises';
import { toS3Variables } from '../../s3-variables.ts';
import { startBalancedPair, type BalancedPair } from '../world/balanced-pair.ts';
import { createDrillClient } from '../world/client.ts';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

const faultMs = 2_500;
/** The time for delayed work on a busy machine. */
const caughtUpMs = 120_000;

/** A store behind a proxy: the stand-in, unless the environment names another one. */
interface DrillStore {
  readonly proxy: FaultyProxy;
  /** Null for a store that is not ours. */
  readonly standIn: StandInS3 | null;
  readonly variables: NodeJS.ProcessEnv;
  readonly storage: Storage;
  readonly close: () => Promise<void>;
}

async function openStore(): Promise<DrillStore> {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
  const standIn = S3_ENDPOINT === undefined ? await startStandInS3() : null;
  const named = {
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
  const given = standIn ? { ...standIn.keys, bucket: standIn.bucket } : named;
  const proxy = await startFaultyProxy(Number(new URL(standIn?.url ?? S3_ENDPOINT ?? '').port));
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${proxy.port}`,
    region: given.region ?? 'us-east-1',
    bucket: given.bucket ?? '',
    accessKeyId: given.accessKeyId ?? '',
    secretAccessKey: given.secretAccessKey ?? '',
    forcePathStyle: true,
  };
  const storage = createS3Storage(settings);
  return {
    proxy,
    standIn,
    storage,
    variables: { STORAGE: 's3', ...toS3Variables(settings) },
    close: async () => {
      await storage.close();
      await proxy.close();
      await standIn?.stop();
    },
  };
}

type Fault = (store: DrillStore) => Promise<void>;

const whileState =
  (state: Partial<StandInS3['state']>, usual: Partial<StandInS3['state']>): Fault =>
  async ({ standIn, proxy }) => {
    // A store that is not ours is cut off instead.
    if (standIn) Object.assign(standIn.state, state);
    else proxy.pause();
    await delay(faultMs);
    if (standIn) Object.assign(standIn.state, usual);
    else proxy.restore();
  };

const faults: readonly Fault[] = [
  async ({ proxy }) => {
    proxy.dropData();
    await delay(faultMs);
    proxy.restore();
  },
  whileState({ isBusy: true }, { isBusy: false }),
  async ({ proxy }) => {
    proxy.pause();
    await delay(faultMs);
    proxy.restore();
  },
  whileState({ isReadOnly: true }, { isReadOnly: false }),
  async ({ standIn }) => {
    // The requests whose answers are lost.
    for (let n = 0; n < 8; n += 1) standIn?.nextFailure({ kind: 'reset' }, { on: 'put', afterEffect: true });
    await delay(faultMs);
  },
  whileState({ isFull: true }, { isFull: false }),
];

/**
 * Breaks the object store of two servers behind a balancer, and kills one of them every other time, while users record, save,
 * vote and comment.
 */
export async function troubleStore(tries: number): Promise<DrillResult> {
  const store = await openStore();
  const world = await createDrillWorld({ readObject: (key) => store.storage.read(key) });
  let pair: BalancedPair | undefined;
  try {
    pair = await startBalancedPair(world, store.variables);
    const { servers, balancer, restart } = pair;
    const client = createDrillClient(() => balancer.url);
    const recoveriesMs: number[] = [];
    await underLoad(world.users, await tellAndAnswer({ ...world, client }), async () => {
      for (let n = 0; n < tries; n += 1) {
        const turn = n % servers.length;
        const killed = n % 2 === 1 ? servers[turn] : undefined;
        if (killed) await world.kill(killed);
        await faults[n % faults.length]?.(store);
        const endedMs = performance.now();
        const uploaded = client.record(world.userAt(n));
        if (killed) await restart(turn);
        await uploaded;
        recoveriesMs.push(performance.now() - endedMs);
      }
    });
    const found = await check(world, client, balancer.url);
    const fault = 'store: cut off, busy, read-only, full; a server killed';
    return { fault, tries, recoveriesMs, ...found };
  } finally {
    await pair?.balancer.close();
    await world.close();
    await store.close();
  }
}

/** Waits until the recordings that the store delayed have been inspected. */
async function check(world: DrillWorld, client: ReturnType<typeof createDrillClient>, url: string) {
  const countWaiting = () => world.database.prisma.recording.count({ where: { state: 'inspecting' } });
  const waited = await measureUntil(async () => (await countWaiting()) === 0, caughtUpMs);
  const found = await world.check(
    client.history,
    world.database,
    createDrillClient(() => url),
  );
  const problems = waited === null ? [`${await countWaiting()} recordings were not inspected`] : [];
  return { ...found, problems: [...found.problems, ...problems] };
}
