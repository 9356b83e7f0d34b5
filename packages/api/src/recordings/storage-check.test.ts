import { randomBytes, randomUUID } from 'node:crypto';
import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, rateLimits, recordingId as toId, serverLimits, type StorageCheck } from '@relato/contract';
import { newObjectKey } from '@relato/storage';
import { expectRefusal } from '@relato/testing/error-code';
import { expect, it, vi } from 'vitest';
import type { Services } from '../rpc/context.ts';
import { replaceInspection } from '../testing/recordings/real-queue.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { collectObjects } from './cleanup-jobs.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const administrator = useUser(world, 'jefa', 'administrator');

const pathOf = (key: string | null): string => join(world.audioDir, key ?? '');

async function record() {
  const id = await world.inspected(ana);
  return world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
}

async function copyKeyOf(id: string): Promise<string> {
  const { playbackKey } = await world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
  return playbackKey ?? '';
}

/** Merges the batches of the recordings and of the store. */
async function checkAll(
  name: 'verifyStorage' | 'repairStorage',
  input: { readonly hashes?: boolean } = {},
  services: Partial<Services> = {},
): Promise<StorageCheck> {
  const { recordings } = world.callAs(administrator, undefined, services);
  let all = await recordings[name](input);
  while (all.nextCursor !== null) {
    const batch: StorageCheck = await recordings[name]({ ...input, cursor: all.nextCursor });
    const [checked, problems] = [all.checked + batch.checked, [...all.problems, ...batch.problems]];
    all = { ...batch, checked, problems };
  }
  return all;
}
const verify = (input: { hashes?: boolean } = {}) => checkAll('verifyStorage', input);
const repair = () => checkAll('repairStorage');
const troublesOf = ({ problems }: StorageCheck, id: string) =>
  problems
    .filter(({ recordingId }) => recordingId === id)
    .map(({ object, trouble, isRepaired }) => `${object} ${trouble}${isRepaired ? ' repaired' : ''}`);

async function leaveObject(ageHours: number): Promise<string> {
  const key = newObjectKey('original', 'bin');
  await world.services.storage.put(key, randomBytes(10));
  const at = new Date(Date.now() - ageHours * 3_600_000);
  await utimes(pathOf(key), at, at);
  return key;
}

it('finds missing and changed objects, and remakes copies only from intact originals', async () => {
  const [whole, copyless, shortened, changed, lost] = [
    await record(),
    await record(),
    await record(),
    await record(),
    await record(),
  ];
  await rm(pathOf(copyless.playbackKey));
  await writeFile(pathOf(shortened.playbackKey), 'short');
  const { size } = await stat(pathOf(changed.originalKey));
  await writeFile(pathOf(changed.originalKey), randomBytes(size));
  await rm(pathOf(changed.playbackKey));
  await rm(pathOf(lost.originalKey));

  const found = await verify();
  expect(troublesOf(found, whole.id)).toEqual([]);
  expect(troublesOf(found, copyless.id)).toEqual(['copy missing']);
  expect(troublesOf(found, shortened.id)).toEqual(['copy changed']);
  expect(troublesOf(found, changed.id)).toEqual(['original changed', 'copy missing']);
  expect(troublesOf(found, lost.id)).toEqual(['original missing']);
  expect(troublesOf(await verify({ hashes: false }), changed.id)).toEqual(['copy missing']);

  const repaired = await repair();
  expect(troublesOf(repaired, copyless.id)).toEqual(['copy missing repaired']);
  expect(troublesOf(repaired, shortened.id)).toEqual(['copy changed repaired']);
  expect(troublesOf(repaired, changed.id)).toEqual(['original changed', 'copy missing']);
  await world.workOff();
  const keys = await Promise.all([whole, copyless, shortened].map(({ id }) => copyKeyOf(id)));
  const [expected, ...others] = await Promise.all(keys.map((key) => world.services.storage.read(key)));
  for (const copy of others) expect(Buffer.from(copy).equals(Buffer.from(expected ?? []))).toBe(true);
  // Caches identify the bytes by the key.
  expect(keys[0]).toBe(whole.playbackKey);
  expect(keys).not.toContain(copyless.playbackKey);
  expect(keys).not.toContain(shortened.playbackKey);
  expect(await world.isStored(shortened.playbackKey)).toBe(false);
  const left = await verify();
  expect([copyless, shortened].flatMap(({ id }) => troublesOf(left, id))).toEqual([]);
  const log = await world.callAs(administrator).admin.log({ action: 'repair-storage' });
  expect(log.items.map(({ targetId }) => targetId).toSorted()).toEqual(
    [copyless.id, shortened.id].toSorted(),
  );
});

it('finds missing and changed objects of a frozen story, also after its author deleted it', async () => {
  const { id: recordingId, originalKey, playbackKey } = await record();
  const { id } = await world
    .callAs(ana)
    .stories.create({ recordingId: toId.parse(recordingId), title: 'La reja' });
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await world.callAs(administrator).stories.freeze({ id, caseNumber: '1', until, reason: 'Una orden' });
  await world.callAs(ana).stories.delete({ id });
  await world.workOff();
  const problemsOf = async (input = {}) =>
    (await verify(input)).problems
      .filter(({ storyId }) => storyId === id)
      .map(({ object, trouble }) => `${object} ${trouble}`);
  expect(await problemsOf()).toEqual([]);
  const { size } = await stat(pathOf(originalKey));
  await writeFile(pathOf(originalKey), randomBytes(size));
  await rm(pathOf(playbackKey));
  expect((await problemsOf()).toSorted()).toEqual(['copy missing', 'original changed']);
  expect(await problemsOf({ hashes: false })).toEqual(['copy missing']);
});

it('remakes the copy of a frozen story, which the freeze then keeps', async () => {
  replaceInspection();
  const { id: recordingId, playbackKey } = await record();
  const { id } = await world
    .callAs(ana)
    .stories.create({ recordingId: toId.parse(recordingId), title: 'La reja' });
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const freeze = { id, caseNumber: '1', until, reason: 'Una orden' };
  const frozen = await world.callAs(administrator).stories.freeze(freeze);
  await rm(pathOf(playbackKey));
  expect(troublesOf(await repair(), recordingId)).toEqual(['copy missing repaired']);
  const key = await copyKeyOf(recordingId);
  await world.callAs(ana).stories.delete({ id });
  await world.workOff();
  expect(await world.isStored(key)).toBe(true);
  const { content } = await world.callAs(administrator).stories.frozen({ id: frozen });
  expect(content.recording.playbackKey).toBe(key);
});

it('counts objects without a row that are older than a day, and the repair deletes them', async () => {
  await Promise.all(
    (await world.database.prisma.recording.findMany()).map(async ({ originalKey }) => {
      const old = new Date(Date.now() - 30 * 3_600_000);
      await utimes(pathOf(originalKey), old, old).catch(() => {});
    }),
  );
  const [old, young] = [await leaveObject(25), await leaveObject(23)];
  expect((await verify()).unreferenced).toBe(1);
  await repair();
  const { storage } = world.services;
  expect(await storage.measure(old, { hash: false })).toBeNull();
  expect(await storage.measure(young, { hash: true })).toMatchObject({ bytes: 10 });
});

const { count } = limits.recording.leftovers;
const makeKeys = (length: number) => Array.from({ length }, () => newObjectKey('original', 'bin')).toSorted();

/** Returns a store that lists these keys one at a time, as very old objects. */
function listing(keys: readonly string[]) {
  const deleted: string[] = [];
  const storage: Services['storage'] = {
    ...world.services.storage,
    list: async function* (after = '') {
      const kept = keys.filter((key) => !deleted.includes(key) && key > after);
      for (const key of kept) yield [{ key, bytes: 1, writtenAt: new Date(0) }];
    },
    delete: async (key: string) => void deleted.push(key),
  };
  return { storage, deleted };
}

it('deletes many objects without a row, unlike the daily cleanup, for which they may belong to another database', async () => {
  const [named, left] = [makeKeys(count + 1), makeKeys(count + 1)];
  await world.database.prisma.recording.createMany({
    data: named.map((originalKey) => ({
      id: randomUUID(),
      userId: ana.id,
      claimedType: 'audio/webm',
      originalKey,
    })),
  });
  const { storage, deleted } = listing([...named, ...left].toSorted());
  await expect(collectObjects({ ...world.services, storage })).rejects.toThrow('storage repair');
  expect(await checkAll('verifyStorage', {}, { storage })).toMatchObject({
    unreferenced: count + 1,
    leftovers: 'repair',
  });
  expect(deleted).toEqual([]);
  // Each reading of the clock exceeds the limit of a call, which then looks at one object.
  let time = 0;
  const clock = vi.spyOn(performance, 'now');
  clock.mockImplementation(() => (time += serverLimits.storageCheck.batchMs + 1));
  expect(await checkAll('repairStorage', {}, { storage })).toMatchObject({
    unreferenced: count + 1,
    leftovers: 'deleted',
  });
  clock.mockRestore();
  expect(deleted).toEqual(left);

  const few = listing([...named, ...left.slice(1)].toSorted());
  const services = { storage: few.storage };
  expect(await checkAll('verifyStorage', {}, services)).toMatchObject({ leftovers: 'cleanup' });
  await collectObjects({ ...world.services, ...services });
  expect(few.deleted).toEqual(left.slice(1));
});

it('says that objects without a row are kept if they outnumber the others', async () => {
  const { storage, deleted } = listing(makeKeys(3));
  for (const name of ['verifyStorage', 'repairStorage'] as const)
    expect(await checkAll(name, {}, { storage })).toMatchObject({ unreferenced: 3, leftovers: 'kept' });
  expect(deleted).toEqual([]);
});

it('continues where a batch has ended, also one that took too long', async () => {
  const total = (await verify()).checked;
  const clock = vi.spyOn(performance, 'now');
  const seen: number[] = [];
  let cursor: string | null | undefined;
  do {
    // Each reading of the clock exceeds the limit of a batch.
    let time = 0;
    clock.mockImplementation(() => (time += serverLimits.storageCheck.batchMs + 1));
    const batch: StorageCheck = await world.callAs(administrator).recordings.verifyStorage({ cursor });
    seen.push(batch.checked);
    cursor = batch.nextCursor;
  } while (cursor !== null);
  clock.mockRestore();
  // The last calls look at the store alone.
  expect(seen.filter((checked) => checked > 0)).toEqual(Array.from({ length: total }, () => 1));
});

it('reports no recording that is deleted during the check', async () => {
  const gone = await record();
  const { storage } = world.services;
  const measure: typeof storage.measure = async (key, options) => {
    if (key === gone.originalKey) {
      await world.database.prisma.recording.delete({ where: { id: gone.id } });
      await storage.delete(key);
    }
    return storage.measure(key, options);
  };
  const caller = world.callAs(administrator, undefined, { storage: { ...storage, measure } });
  expect(troublesOf(await caller.recordings.verifyStorage({}), gone.id)).toEqual([]);
});

it('leaves the writes of the administrator to other calls, however many batches it has', async () => {
  const busy = await world.addUser('atareada', 'administrator');
  const { calls } = rateLimits.write;
  for (let call = 0; call < calls; call += 1) await world.services.rateLimiter.consume('write', busy.id);
  const { recordings, transcription, reports } = world.callAs(busy);
  await expectRefusal(reports.deleteWatchedList({ name: 'insultos' }), 'RATE_LIMITED');
  await expect(recordings.repairStorage({})).resolves.toMatchObject({ checked: expect.any(Number) });
  await expect(transcription.repeat({ dryRun: true })).resolves.toMatchObject({ items: [] });
});
