import { limits } from '@relato/contract';
import { SpeechError, type Transcriber } from '@relato/speech';
import { createRecording } from '@relato/db/testing/factories';
import { beforeEach, expect, it } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { transcribeOnce } from '../testing/transcriptions.ts';
import { retryWaitingTranscriptions } from './mutations.ts';

/** A local transcriber, with or without its model. */
const local = { hasModel: false };
const transcriber: Transcriber = {
  name: 'local',
  transcribe: async () => {
    if (!local.hasModel) throw new SpeechError('off', 'No model is installed', { trouble: 'setup' });
    return { text: 'Hola.', words: null, engine: 'local', model: 'little', isUnsure: false };
  },
  delete: async () => {},
};

const world = useTestWorld({ transcriber });
const ana = useUser(world, 'ana');
beforeEach(() => {
  local.hasModel = false;
  world.queued.length = 0;
});

/** Runs its job once. The test world would run the retries too, without an end. */
async function attempt(recordingId: string): Promise<void> {
  world.queued.length = 0;
  await transcribeOnce(world.services, recordingId);
}

const age = (recordingId: string) => world.database.prisma.$executeRaw`
  UPDATE transcripts SET queued_at = now() - ${limits.transcription.maxSetupWaitMs} * interval '1 ms'
  WHERE recording_id = ${recordingId}::uuid`;

it('waits for the operator while there is no model, and saves the story without a text', async () => {
  const recordingId = await world.inspected(ana);
  await attempt(recordingId);
  expect(await world.callAs(ana).transcription.status({ recordingId })).toEqual({
    status: 'queued',
    trouble: 'setup',
  });
  const story = await world.callAs(ana).stories.create({ recordingId, title: 'Sin modelo', tags: [] });
  expect(story).toMatchObject({ transcript: '', transcriptStatus: 'waiting' });

  local.hasModel = true;
  world.queued.length = 0;
  await retryWaitingTranscriptions(world.services);
  await world.workOff();
  expect(await world.callAs(ana).stories.byId({ id: story.id })).toMatchObject({
    transcript: 'Hola.',
    transcriptStatus: 'ready',
  });
});

it('requests a transcription again that gave up after a week, once there is a model', async () => {
  const recordingId = await world.inspected(ana);
  await age(recordingId);
  await attempt(recordingId);
  expect(await world.callAs(ana).transcription.status({ recordingId })).toEqual({
    status: 'error',
    trouble: 'setup',
  });

  local.hasModel = true;
  world.queued.length = 0;
  await retryWaitingTranscriptions(world.services);
  await world.workOff();
  expect(await world.callAs(ana).transcription.status({ recordingId })).toMatchObject({
    status: 'completed',
  });
});

it('waits for the operator for another week after each start', async () => {
  const recordingId = await world.inspected(ana);
  await age(recordingId);
  await attempt(recordingId);
  expect(await world.callAs(ana).transcription.status({ recordingId })).toMatchObject({ status: 'error' });
  await retryWaitingTranscriptions(world.services);
  const [job] = world.queued.splice(0);
  expect(job?.data).toEqual({ recordingId, run: 1 });
  await transcribeOnce(world.services, recordingId, { run: 1 });
  expect(await world.callAs(ana).transcription.status({ recordingId })).toEqual({
    status: 'queued',
    trouble: 'setup',
  });
  local.hasModel = true;
  await world.workOff();
});

it.each(['queued', 'processing'] as const)(
  'requests a %s transcription again whose job was lost, but not one that has its job',
  async (status) => {
    local.hasModel = true;
    const lost = await world.inspected(ana);
    world.queued.length = 0;
    const kept = await world.inspected(ana);
    await world.database.prisma.transcript.updateMany({
      where: { recordingId: { in: [lost, kept] } },
      data: { status },
    });
    await retryWaitingTranscriptions(world.services);
    expect(world.queued.map(({ data }) => data)).toEqual([
      { recordingId: kept, run: 0 },
      { recordingId: lost, run: 1 },
    ]);
    await world.workOff();
    expect(await world.callAs(ana).transcription.status({ recordingId: lost })).toMatchObject({
      status: 'completed',
    });
  },
);

it('requests all waiting transcriptions again, however many', async () => {
  const count = limits.transcription.wokenAtOnce + 1;
  const { id: userId } = await world.addUser('many');
  for (let index = 0; index < count; index += 1) await createRecording(world.database.prisma, { userId });
  await world.database.prisma.$executeRaw`
    INSERT INTO transcripts (recording_id, provider, status, trouble)
    SELECT id, 'local', 'queued', 'setup' FROM recordings WHERE user_id = ${userId}::uuid`;
  await retryWaitingTranscriptions(world.services);
  expect(new Set(world.queued.map(({ data }) => JSON.stringify(data))).size).toBe(count);
  // A new recording comes first.
  expect(world.queued.every(({ priority }) => priority < 0)).toBe(true);
});

it('does not show a recording as in progress that was inspected without a transcriber', async () => {
  const recordingId = await world.inspected(ana);
  await world.database.prisma.transcript.delete({ where: { recordingId } });
  expect(await world.callAs(ana).transcription.status({ recordingId })).toEqual({ status: 'off' });
});
