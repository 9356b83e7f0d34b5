import { randomUUID } from 'node:crypto';
import { limits, recordingId, type RecordingId } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { appendToUpload, createUpload } from './upload-mutations.ts';

const world = useTestWorld();
const beto = useUser(world, 'beto');

const newId = (): RecordingId => recordingId.parse(randomUUID());

const listedAfter = limits.recording.unsavedListedMinutes;
const makeOlder = (id: string, minutes: number) => {
  const at = new Date(Date.now() - minutes * 60_000);
  return world.database.prisma.recording.update({ where: { id }, data: { createdAt: at, inspectedAt: at } });
};

describe('recordings.unsaved', () => {
  it('lists recordings that could become stories, for their user only, page by page', async () => {
    const carla = await world.addUser('carla');
    const ids = [await world.inspected(carla), await world.inspected(carla), await world.inspected(carla)];
    for (const [index, id] of ids.entries()) await makeOlder(id, listedAfter + 1 + index);
    const { recordings, stories } = world.callAs(carla);
    const first = await recordings.unsaved({ limit: 2 });
    const second = await recordings.unsaved({ limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(first.items[0]?.durationMs).toBeGreaterThan(0);
    expect((await world.callAs(beto).recordings.unsaved({})).items).toEqual([]);

    const [saved, discarded] = ids;
    await stories.create({ recordingId: recordingId.parse(saved), title: 'Guardada' });
    await recordings.discard({ id: recordingId.parse(discarded) });
    expect((await recordings.unsaved({})).items.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  it('omits recordings that another device may still upload, and refused ones', async () => {
    const dora = await world.addUser('dora');
    await world.inspected(dora);
    const refused = await world.upload(dora, Buffer.alloc(0));
    await world.workOff();
    await makeOlder(refused, listedAfter + 1);
    expect((await world.callAs(dora).recordings.unsaved({})).items).toEqual([]);
  });

  it('lists an incomplete recording whose browser has long been away', async () => {
    const elena = await world.addUser('elena');
    const { recordings } = world.callAs(elena);
    const [begun, empty] = [newId(), newId()];
    for (const id of [begun, empty]) {
      await recordings.begin({ id, claimedType: 'audio/webm' });
      await createUpload(world.services, { id, length: null });
    }
    await appendToUpload(world.services, { id: begun, start: 0, content: Buffer.from('una voz') });
    const { unfinishedListedMinutes } = limits.recording;
    for (const id of [begun, empty]) await makeOlder(id, unfinishedListedMinutes - 1);
    expect((await recordings.unsaved({})).items).toEqual([]);
    for (const id of [begun, empty]) await makeOlder(id, unfinishedListedMinutes + 1);
    expect((await recordings.unsaved({})).items).toMatchObject([{ id: begun, durationMs: null, bytes: 7 }]);
    expect((await world.callAs(beto).recordings.unsaved({})).items).toEqual([]);
  });

  it('lists it right after its upload was ended, if no story followed', async () => {
    const olga = await world.addUser('olga');
    const id = await world.record(olga);
    await world.database.prisma.recording.update({
      where: { id },
      data: { createdAt: new Date(Date.now() - (limits.recording.unfinishedListedMinutes + 1) * 60_000) },
    });
    expect((await world.callAs(olga).recordings.unsaved({})).items).toMatchObject([{ id }]);
  });
});
