import { toGainDb } from '@relato/contract';
import { expect, it } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { measureNext } from './loudness-jobs.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana_suena');

const { signal } = new AbortController();

it('a story has the gain that makes it as loud as all others, also one of an older version', async () => {
  const recordingId = await world.inspected(ana);
  const { id } = await world.callAs(ana).stories.create({ recordingId, title: 'La tormenta' });
  const { recording } = world.database.prisma;
  const { loudness, truePeak } = await recording.findUniqueOrThrow({ where: { id: recordingId } });
  expect(loudness).toBeCloseTo(-18.6, 0);
  const gainDb = toGainDb({ lufs: loudness ?? 0, truePeak: truePeak ?? 0 });
  const shown = () => world.callAs(ana).stories.byId({ id });
  expect(await shown()).toMatchObject({ gainDb });

  const before = { loudness: null, truePeak: null, loudnessKnown: false };
  await recording.update({ where: { id: recordingId }, data: before });
  expect(await shown()).not.toHaveProperty('gainDb');
  while (await measureNext(world.services, signal));
  expect((await shown()).gainDb).toBeCloseTo(gainDb, 0);
});

it('measures a recording only once, also if that fails', async () => {
  const id = await world.inspected(ana);
  const { playbackKey } = await world.database.prisma.recording.update({
    where: { id },
    data: { loudness: null, truePeak: null, loudnessKnown: false },
  });
  await world.services.storage.put(playbackKey ?? '', new Uint8Array(100));
  expect(await measureNext(world.services, signal)).toBe(true);
  expect(await measureNext(world.services, signal)).toBe(false);
});
