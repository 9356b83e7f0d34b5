import { limits } from '@relato/contract';
import { SpeechError, type Transcriber } from '@relato/speech';
import { createRecording } from '@relato/db/testing/factories';
import { beforeEach, expect, it } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { transcribeOnce } from '../testing/transcriptions.ts';
import { retryWaitingTranscriptions } from './mutations.ts';

/** A transcriber on this machine, with or without its model. */
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

/** Runs its job once. The world would work off the retries too, without end. */
async function attempt(recordingId: string): Promise<void> {
  world.queued.length = 0;
  await transcribeOnce(world.services, recordingId);
}

const age = (recordingId: string) => world.database.prisma.$executeRaw`
  UPDATE transcripts SET queued_at = now() - ${limits.transcription.maxSetupWaitMs} * interval '1 ms'
  WHERE recording_id = ${recordingId}::uuid`;

it('a recording waits for the operator while there is no model, and its story is saved without a text', async () => {
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

it('a transcription that gave up after a week is asked for again when the model is there', async () => {
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

it('all that wait are asked for again, however many', async () => {
  const count = limits.transcription.wokenAtOnce + 1;
  const { id: userId } = await world.addUser('many');
  for (let index = 0; index < count; index += 1) await createRecording(world.database.prisma, { userId });
  await world.database.prisma.$executeRaw`
    INSERT INTO transcripts (recording_id, provider, status, trouble)
    SELECT id, 'local', 'queued', 'setup' FROM recordings WHERE user_id = ${userId}::uuid`;
  await retryWaitingTranscriptions(world.services);
  expect(new Set(world.queued.map(({ data }) => JSON.stringify(data))).size).toBe(count);
  // A recording that is made now comes first.
  expect(world.queued.every(({ priority }) => priority < 0)).toBe(true);
});

it('a recording that was inspected while there was no transcriber does not seem to be under way', async () => {
  const recordingId = await world.inspected(ana);
  await world.database.prisma.transcript.delete({ where: { recordingId } });
  expect(await world.callAs(ana).transcription.status({ recordingId })).toEqual({ status: 'off' });
});
