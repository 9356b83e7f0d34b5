import * as audio from '@relato/audio';
import { toGainDb } from '@relato/contract';
import { StorageError } from '@relato/storage';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { giveUpMeasuring, measureLoudness, newRecording, queueUnmeasured } from './loudness-jobs.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana_suena');

const read = (id: string) => world.database.prisma.recording.findUniqueOrThrow({ where: { id } });

it('a story gets the gain that makes it as loud as all others, once it can be heard', async () => {
  const recordingId = await world.inspected(ana);
  const { id } = await world.callAs(ana).stories.create({ recordingId, title: 'La tormenta' });
  const shown = () => world.callAs(ana).stories.byId({ id });
  expect(await shown()).not.toHaveProperty('gainDb');

  await queueUnmeasured(world.services);
  await world.workOff();
  const { loudness, truePeak } = await read(recordingId);
  expect(loudness).toBeCloseTo(-18.6, 0);
  expect(await shown()).toMatchObject({ gainDb: toGainDb({ lufs: loudness ?? 0, truePeak: truePeak ?? 0 }) });
});

it('a recording is measured after its inspection, and only once, also if that fails', async () => {
  const enqueue = vi.spyOn(world.services.jobs, 'enqueue');
  onTestFinished(() => enqueue.mockRestore());
  const id = await world.upload(ana, 'chromium_timeslice_noduration.webm');
  await world.workOff();
  const fresh = { group: ana.id, priority: newRecording };
  expect(enqueue).toHaveBeenCalledWith(expect.anything(), 'measure-loudness', { recordingId: id }, fresh);
  expect(await read(id)).toMatchObject({ loudness: expect.closeTo(-18.6, 0) as number, loudnessKnown: true });

  const broken = await world.inspected(ana);
  await world.services.storage.put((await read(broken)).playbackKey ?? '', new Uint8Array(100));
  await queueUnmeasured(world.services);
  await world.workOff();
  expect(await read(broken)).toMatchObject({ loudness: null, loudnessKnown: true });
  await queueUnmeasured(world.services);
  expect(world.queued).toEqual([]);
});

/** Runs the job of a recording. */
async function run(id: string, priority = 0): Promise<void> {
  const { signal } = new AbortController();
  const job = { data: { recordingId: id }, priority, signal, isLastAttempt: true, report: () => {} };
  await measureLoudness(world.services, job);
}

it('a measurement that a busy machine cut off is no silence, unless it fails for good', async () => {
  const spy = vi.spyOn(audio, 'measureLoudness').mockRejectedValue(new Error('without an answer: SIGKILL'));
  onTestFinished(() => spy.mockRestore());
  const id = await world.inspected(ana);
  await expect(run(id)).rejects.toThrow('SIGKILL');
  expect(await read(id)).toMatchObject({ loudnessKnown: false });
  await giveUpMeasuring(world.services, { recordingId: id });
  expect(await read(id)).toMatchObject({ loudness: null, loudnessKnown: true });
});

it('waits for a store that cannot be reached, without using up attempts', async () => {
  const id = await world.inspected(ana);
  world.queued.splice(0);
  const spy = vi
    .spyOn(world.services.storage, 'read')
    .mockRejectedValue(new StorageError('unavailable', 'The store is down'));
  onTestFinished(() => spy.mockRestore());
  await run(id, newRecording);
  expect(world.queued).toMatchObject([
    { name: 'measure-loudness', data: { recordingId: id }, priority: newRecording, startAfterSeconds: 60 },
  ]);
});

it('only the measuring of a new recording is charged to its account', async () => {
  const charge = vi.spyOn(world.services.rateLimiter, 'charge');
  const measured = vi.spyOn(audio, 'measureLoudness').mockImplementation(async (_bytes, { onUsed } = {}) => {
    onUsed?.(1_500);
    return null;
  });
  onTestFinished(() => void [charge, measured].map((spy) => spy.mockRestore()));
  const id = await world.inspected(ana);
  await run(id);
  expect(charge).not.toHaveBeenCalled();
  const other = await world.inspected(ana);
  await run(other, newRecording);
  expect(charge).toHaveBeenCalledWith('inspectionSeconds', ana.id, 2);
});
