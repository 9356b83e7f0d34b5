import { limits, type RecordingId, type TranscriptionTrouble } from '@relato/contract';
import { createTranscriber, SpeechError, type Transcriber } from '@relato/speech';
import { startFakeAssemblyAI, type FakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import { errorCode } from '@relato/testing/error-code';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { createDeadJobHandlers } from '../job-handlers.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { toNextAttemptMs, toRetryDelayMs, transcribeRecording } from './jobs.ts';
import { retryWaitingTranscriptions } from './mutations.ts';

const heard = 'Había una vez un tren que llegaba tarde';
let fake: FakeAssemblyAI;
let world: TestWorld;
let ana: Viewer;
let beto: Viewer;
const reported: Error[] = [];
beforeAll(async () => {
  fake = await startFakeAssemblyAI({ transcript: heard, pollsUntilDone: 1 });
  const transcriber = createTranscriber(
    { provider: 'assemblyai', assemblyaiApiKey: fake.apiKey, assemblyaiBaseUrl: fake.url },
    { timing: { pollIntervalMs: 2, callTimeoutMs: 5_000, audioTimeoutMs: 5_000, totalTimeoutMs: 10_000 } },
  );
  world = await createTestWorld({ transcriber });
  ana = await world.addUser('ana');
  beto = await world.addUser('beto');
});
afterAll(async () => {
  await world.close();
  await fake.stop();
});

const audio = 'chromium_timeslice_noduration.webm';

/** Creates an inspected recording whose queued transcription is taken out of the queue. */
async function inspect(viewer = ana): Promise<RecordingId> {
  const recordingId = await world.inspected(viewer);
  world.queued.length = 0;
  return recordingId;
}

const waits = (random: number): number[] =>
  Array.from({ length: limits.transcription.maxAttempts - 1 }, (_, index) =>
    toRetryDelayMs(index + 1, null, random),
  );

const report = (error: Error): void => void reported.push(error);

const transcribe = (
  recordingId: string,
  options: { transcriber?: Transcriber; isLastAttempt?: boolean; signal?: AbortSignal; run?: number } = {},
): Promise<void> => {
  const { transcriber = world.services.transcriber, isLastAttempt = false, run = 0 } = options;
  const signal = options.signal ?? new AbortController().signal;
  return transcribeRecording(
    { ...world.services, transcriber },
    { data: { recordingId, run }, signal, isLastAttempt, report },
  );
};

/** Creates a transcriber with only this behaviour. */
const transcriberThat = (work: Transcriber['transcribe']): Transcriber => ({
  name: 'assemblyai',
  transcribe: work,
  delete: async () => {},
});

const statusOf = (recordingId: RecordingId, viewer = ana) =>
  world.callAs(viewer).transcription.status({ recordingId });
const rowOf = (recordingId: string) =>
  world.database.prisma.transcript.findUniqueOrThrow({ where: { recordingId } });

describe('a finished transcription', () => {
  it('L125-126: stores the text with the times of its words', async () => {
    const recordingId = await world.record(ana);
    const status = await statusOf(recordingId);
    expect(status).toMatchObject({ status: 'completed', text: heard });
    expect(status).toHaveProperty('words.0', {
      text: 'Había',
      startMs: expect.any(Number),
      endMs: expect.any(Number),
      confidence: expect.any(Number),
    });
  });

  it('becomes the text of a story that was saved without one', async () => {
    const recordingId = await inspect();
    const { id } = await world.callAs(ana).stories.create({ recordingId, title: 'El tren' });
    await transcribe(recordingId);
    const story = await world.callAs(ana).stories.byId({ id });
    expect(story).toMatchObject({ transcript: heard });
    expect(
      (await world.database.prisma.story.findUniqueOrThrow({ where: { id } })).transcriptWords,
    ).toHaveLength(8);
  });

  it('never replaces a text of the author', async () => {
    const written = await inspect();
    const { id } = await world.callAs(ana).stories.create({ recordingId: written, transcript: 'Mi texto' });
    await transcribe(written);
    expect(await world.callAs(ana).stories.byId({ id })).toMatchObject({ transcript: 'Mi texto' });

    const edited = await inspect();
    const later = await world.callAs(ana).stories.create({ recordingId: edited, title: 'El tren' });
    await world.callAs(ana).stories.update({ id: later.id, transcript: 'Lo cambié' });
    await transcribe(edited);
    expect(await world.callAs(ana).stories.byId({ id: later.id })).toMatchObject({ transcript: 'Lo cambié' });
  });

  it('gives its timings to a text that the author wrote before', async () => {
    const recordingId = await inspect();
    const transcript = 'Había otra vez un tren que llegaba muy tarde';
    const { id } = await world.callAs(ana).stories.create({ recordingId, transcript });
    await transcribe(recordingId);
    const status = await statusOf(recordingId);
    const { transcriptWords } = await world.callAs(ana).stories.byId({ id });
    expect(transcriptWords?.map(({ text }) => text).join(' ')).toBe(transcript);
    const train = transcriptWords?.find(({ text }) => text === 'tren');
    expect(train).toEqual(status.status === 'completed' && status.words?.find(({ text }) => text === 'tren'));
  });

  it('L126: keeps the time of every other word when three of 200 are edited, also over several edits', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => `palabra${index % 37}`);
    fake.setTranscript(texts.join(' '));
    const recordingId = await world.record(ana);
    fake.setTranscript(heard);
    const { stories } = world.callAs(ana);
    const { id, transcriptWords: before } = await stories.create({ recordingId, title: 'Doscientas' });
    expect(before).toHaveLength(200);

    const edited = texts.with(20, 'playa').with(101, 'Palabra30,').with(180, 'mar');
    await stories.update({ id, transcript: texts.toSpliced(90, 40).join(' ') });
    await stories.update({ id, transcript: '' });
    expect((await stories.byId({ id })).transcriptWords).toBeNull();
    await stories.update({ id, transcript: edited.join(' ') });
    const { transcript, transcriptWords: after } = await world.callAs(ana).stories.byId({ id });
    expect(transcript).toBe(edited.join(' '));
    expect(after?.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual(
      before?.map(({ startMs, endMs }, index) => [edited[index], startMs, endMs]),
    );
  });

  it('is not requested again by a repeated job', async () => {
    const recordingId = await world.record(ana);
    const { length } = fake.jobs;
    await transcribe(recordingId);
    expect(fake.jobs).toHaveLength(length);
  });
});

describe('a provider that fails', () => {
  it('is retried later, never before the time it named', async () => {
    const recordingId = await inspect();
    fake.nextFailure({ kind: 'answer', status: 429, headers: { 'retry-after': '90' } }, { on: 'submit' });
    await transcribe(recordingId);
    expect(await statusOf(recordingId)).toEqual({ status: 'queued', trouble: 'busy' });
    expect(world.queued).toMatchObject([{ name: 'transcribe-recording', data: { recordingId, run: 0 } }]);
    expect(world.queued[0]?.startAfterSeconds).toBeGreaterThanOrEqual(90);
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
  });

  it('is paid once, although the process is killed after the audio was accepted', async () => {
    const recordingId = await inspect();
    const { length } = fake.jobs;
    fake.nextFailure({ kind: 'reset' }, { on: 'poll' });
    await transcribe(recordingId);
    expect((await rowOf(recordingId)).providerJob).toBe(fake.jobs.at(-1)?.id);
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
    expect(fake.jobs).toHaveLength(length + 1);
  });

  it('does not get the job of another provider', async () => {
    const recordingId = await inspect();
    await world.database.prisma.transcript.update({
      where: { recordingId },
      data: { provider: 'openai', providerJob: 'theirs' },
    });
    await transcribe(recordingId);
    expect(fake.requests.some(({ path }) => path.includes('theirs'))).toBe(false);
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed' });
  });

  it('D23: for good leaves an error that only the owner can retry', async () => {
    const recordingId = await inspect();
    fake.nextFailure({ kind: 'answer', status: 413 }, { on: 'upload' });
    await transcribe(recordingId);
    expect(await statusOf(recordingId)).toEqual({ status: 'error', trouble: 'too_long' });
    expect(world.queued).toEqual([]);
    await expect(world.callAs(beto).transcription.retry({ recordingId })).rejects.toEqual(
      errorCode('RECORDING_NOT_FOUND'),
    );
    await Promise.all([1, 2, 3].map(() => world.callAs(ana).transcription.retry({ recordingId })));
    expect(world.queued).toHaveLength(1);
    expect(await rowOf(recordingId)).toMatchObject({ attempts: 0, error: null, trouble: null });
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
  });

  it('L393: tells the user the kind of trouble, and the log and administrators its own message', async () => {
    const recordingId = await inspect();
    const words = 'Your current account balance is negative. Please top up to continue.';
    fake.nextFailure({ kind: 'answer', status: 400, body: { error: words } }, { on: 'submit' });
    await transcribe(recordingId);
    expect(await statusOf(recordingId)).toEqual({ status: 'queued', trouble: 'setup' });
    expect(reported.at(-1)).toMatchObject({ message: words, status: 400 });
    const administrator = await world.addUser(`jefa-${recordingId.slice(0, 8)}`, 'administrator');
    const { items } = await world.callAs(administrator).transcription.failed({});
    expect(items.find((item) => item.recordingId === recordingId)).toMatchObject({ error: words });
    world.queued.length = 0;
  });

  it.each([
    ['a key that is refused', 401],
    ['a path that is not there', 404],
  ])('waits for the operator to mend %s, without counting', async (_, status) => {
    const recordingId = await inspect();
    for (let attempt = 0; attempt < limits.transcription.maxAttempts + 1; attempt += 1) {
      fake.nextFailure({ kind: 'answer', status, body: { error: 'No' } }, { on: 'upload' });
      await transcribe(recordingId);
      expect(await statusOf(recordingId)).toEqual({ status: 'queued', trouble: 'setup' });
      expect(world.queued.splice(0)).toHaveLength(1);
    }
    await transcribe(recordingId);
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
  });

  it('because of a setting is retried at the next start, and not again at the scheduled time', async () => {
    const recordingId = await inspect();
    fake.nextFailure({ kind: 'answer', status: 401, body: { error: 'No' } }, { on: 'upload' });
    await transcribe(recordingId);
    world.queued.length = 0;
    await retryWaitingTranscriptions(world.services);
    const job = world.queued.find(({ data }) => 'recordingId' in data && data.recordingId === recordingId);
    expect(job).toMatchObject({ data: { run: 1 }, startAfterSeconds: 0 });
    const { length } = fake.requests;
    await transcribe(recordingId, { run: 0 });
    expect(fake.requests).toHaveLength(length);
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
  });

  it('after it accepted the audio gets a new job, and the first is deleted', async () => {
    const recordingId = await inspect();
    fake.nextFailure(
      { kind: 'answer', body: { status: 'error', error: 'Server error, developers have been alerted' } },
      { on: 'poll' },
    );
    await transcribe(recordingId);
    const first = fake.jobs.at(-1)?.id;
    expect(await statusOf(recordingId)).toEqual({ status: 'queued', trouble: 'busy' });
    expect(world.queued.map(({ name }) => name)).toEqual(['forget-transcript', 'transcribe-recording']);
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
    expect(fake.jobs.find(({ id }) => id === first)?.deleted).toBe(true);
    expect(fake.jobs.at(-1)?.id).not.toBe(first);
  });

  it('because it does not know the job for a moment is retried', async () => {
    const recordingId = await inspect();
    fake.nextFailure({ kind: 'answer', status: 404, body: { error: 'not found' } }, { on: 'poll' });
    await transcribe(recordingId);
    const { length } = fake.jobs;
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
    expect(fake.jobs).toHaveLength(length);
  });

  it('for too long is given up', async () => {
    const recordingId = await inspect();
    const transcriber = transcriberThat(async () => {
      throw new SpeechError('network', 'No se pudo conectar con el servicio de transcripción');
    });
    await world.database.prisma.transcript.update({
      where: { recordingId },
      data: { attempts: limits.transcription.maxAttempts - 2 },
    });
    await transcribe(recordingId, { transcriber });
    expect(world.queued.splice(0)).toHaveLength(1);
    await transcribe(recordingId, { transcriber });
    expect(world.queued).toHaveLength(0);
    expect(await statusOf(recordingId)).toEqual({ status: 'error', trouble: 'busy' });
  });
});

/** Without jitter. */
const nextAttempt = (
  kind: SpeechError['kind'],
  trouble: TranscriptionTrouble,
  attempts: number,
  waitedMs = 0,
) => toNextAttemptMs({ kind, trouble, retryAfterMs: null }, { attempts, waitedMs }, 0);

describe('the delay before the next attempt', () => {
  it('does not exist if the recording is the cause', () => {
    const troubles = ['too_long', 'no_speech', 'language'] as const;
    expect(troubles.map((trouble) => nextAttempt('http', trouble, 1))).toEqual([null, null, null]);
  });

  it('allows retries for an hour if the job stays queued', () => {
    const { maxStalledAttempts } = limits.transcription;
    expect(maxStalledAttempts * limits.speech.totalTimeoutMs).toBeLessThanOrEqual(3_600_000);
    expect(nextAttempt('stalled', 'busy', maxStalledAttempts - 1)).toBeGreaterThan(0);
    expect(nextAttempt('stalled', 'busy', maxStalledAttempts)).toBeNull();
    expect(nextAttempt('http', 'busy', maxStalledAttempts)).toBeGreaterThan(0);
  });

  it('allows a few retries if the job failed without a known reason', () => {
    expect(nextAttempt('job', 'failed', limits.transcription.maxFailedAttempts)).toBeNull();
  });

  it('grows for a week if the operator has to act', () => {
    const { firstSetupRetryMs, maxSetupRetryMs, maxSetupWaitMs } = limits.transcription;
    const waits = [0, 120_000, 86_400_000].map((waitedMs) => nextAttempt('http', 'setup', 1, waitedMs));
    expect(waits).toEqual([firstSetupRetryMs, 120_000, maxSetupRetryMs]);
    expect(nextAttempt('http', 'setup', 1, maxSetupWaitMs)).toBeNull();
  });
});

describe('the delays between attempts', () => {
  it('together outlast an outage of ten minutes, even the shortest', () => {
    expect(waits(0).reduce((sum, wait) => sum + wait)).toBeGreaterThan(12 * 60_000);
  });

  it('grow up to a limit', () => {
    expect(waits(1).slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
    expect(Math.max(...waits(1))).toBe(limits.transcription.maxRetryMs);
  });

  it('are jittered, also those that the provider asked for', () => {
    expect(toRetryDelayMs(3, 60_000, 0)).toBe(60_000);
    expect(toRetryDelayMs(3, 60_000, 0.5)).toBeGreaterThan(60_000);
  });
});

describe('an attempt that ends early', () => {
  it('is repeated if the process stops', async () => {
    const recordingId = await inspect();
    const stopping = new AbortController();
    const transcriber = transcriberThat(async (_audio, { signal }) => {
      stopping.abort(new Error('stopping'));
      signal?.throwIfAborted();
      throw new Error('not reached');
    });
    await expect(transcribe(recordingId, { transcriber, signal: stopping.signal })).rejects.toThrow(
      'stopping',
    );
    expect(await statusOf(recordingId)).toEqual({ status: 'processing' });
  });

  it('becomes an error after the last attempt only, without the internal message', async () => {
    const recordingId = await inspect();
    const transcriber = transcriberThat(async () => {
      throw new Error('disk /secret failed');
    });
    await expect(transcribe(recordingId, { transcriber })).rejects.toThrow('disk');
    expect(await statusOf(recordingId)).toEqual({ status: 'processing' });
    await expect(transcribe(recordingId, { transcriber, isLastAttempt: true })).rejects.toThrow('disk');
    expect(await statusOf(recordingId)).toEqual({ status: 'error', trouble: 'failed' });
  });

  it('becomes an error at once if the database cannot store the text', async () => {
    const recordingId = await inspect();
    let asked = 0;
    const transcriber = transcriberThat(async () => {
      asked += 1;
      return {
        text: 'x'.repeat(limits.transcript.maxLength + 1),
        words: null,
        engine: 'assemblyai',
        model: null,
      };
    });
    await expect(transcribe(recordingId, { transcriber })).rejects.toThrow('transcripts_text');
    expect(await statusOf(recordingId)).toMatchObject({ status: 'error' });
    await transcribe(recordingId, { transcriber });
    expect(asked).toBe(1);
  });
});

describe('a recording that was deleted in the meantime', () => {
  it('is ignored by its job', async () => {
    const recordingId = await inspect();
    await world.callAs(ana).recordings.discard({ id: recordingId });
    world.queued.length = 0;
    await transcribe(recordingId);
    expect(world.queued).toEqual([]);
  });

  it('while the provider accepted it is deleted there', async () => {
    const recordingId = await inspect();
    const seen: boolean[] = [];
    const transcriber = transcriberThat(async (_audio, { onJob, signal }) => {
      await world.callAs(ana).recordings.discard({ id: recordingId });
      world.queued.length = 0;
      await onJob('job-2');
      seen.push(signal?.aborted ?? false);
      signal?.throwIfAborted();
      return { text: heard, words: null, engine: 'assemblyai', model: null };
    });
    await transcribe(recordingId, { transcriber });
    expect(seen).toEqual([true]);
    expect(world.queued.splice(0)).toMatchObject([
      {
        name: 'forget-transcript',
        data: { provider: 'assemblyai', providerJob: 'job-2' },
        startAfterSeconds: 0,
      },
    ]);
  });

  it.each(['completes', 'fails for a while', 'fails for good'])(
    'does no harm while its job is polled and %s',
    async (how) => {
      const recordingId = await inspect();
      const transcriber = transcriberThat(async (_audio, { onJob }) => {
        await onJob('job-3');
        await world.callAs(ana).recordings.discard({ id: recordingId });
        if (how === 'completes') return { text: heard, words: null, engine: 'assemblyai', model: null };
        throw new SpeechError('http', 'No', { trouble: how === 'fails for a while' ? 'busy' : 'too_long' });
      });
      await transcribe(recordingId, { transcriber });
      expect(world.queued.splice(0).map(({ name }) => name)).toEqual(['delete-objects', 'forget-transcript']);
    },
  );

  it('is deleted at the provider too', async () => {
    const recordingId = await world.record(ana);
    await world.callAs(ana).recordings.discard({ id: recordingId });
    await world.workOff();
    expect(fake.jobs.at(-1)?.deleted).toBe(true);
  });

  it('is deleted only at the provider that has the job', async () => {
    const recordingId = await world.record(ana);
    await world.database.prisma.transcript.update({ where: { recordingId }, data: { provider: 'openai' } });
    await world.callAs(ana).recordings.discard({ id: recordingId });
    const { length } = fake.requests;
    await world.workOff();
    expect(fake.requests).toHaveLength(length);
  });
});

describe('without a transcript', () => {
  it('a recording reports that there is no transcriber', async () => {
    const other = await createTestWorld();
    const dora = await other.addUser('dora');
    const recordingId = await other.record(dora);
    const { transcription } = other.callAs(dora);
    expect(await transcription.status({ recordingId })).toEqual({ status: 'off' });
    await expect(transcription.retry({ recordingId })).rejects.toEqual(errorCode('TRANSCRIPTION_OFF'));
    await other.close();
  });

  it('a recording can be transcribed on request, but not before it was inspected', async () => {
    const uploaded = await world.upload(ana, audio);
    await expect(world.callAs(ana).transcription.retry({ recordingId: uploaded })).rejects.toEqual(
      errorCode('RECORDING_NOT_READY'),
    );
    await world.workOff();
    await world.database.prisma.transcript.delete({ where: { recordingId: uploaded } });
    await world.callAs(ana).transcription.retry({ recordingId: uploaded });
    await world.workOff();
    expect(await statusOf(uploaded)).toMatchObject({ status: 'completed' });
    await expect(statusOf(uploaded, beto)).rejects.toEqual(errorCode('RECORDING_NOT_FOUND'));
  });
});

it('a transcript whose worker was killed on the last attempt fails, but not a newer or finished one', async () => {
  const viewer = await world.addUser('paciente');
  const recordingId = await world.inspected(viewer);
  await world.database.prisma.transcript.update({ where: { recordingId }, data: { status: 'processing' } });
  const giveUp = createDeadJobHandlers(world.services)['transcribe-recording'];
  await giveUp?.({ recordingId, run: 0 });
  expect(await world.callAs(viewer).transcription.status({ recordingId })).toMatchObject({ status: 'error' });
  await world.callAs(viewer).transcription.retry({ recordingId });
  await giveUp?.({ recordingId, run: 0 });
  expect(await world.callAs(viewer).transcription.status({ recordingId })).toMatchObject({
    status: 'queued',
  });
  world.queued.length = 0;
  await world.database.prisma.transcript.update({
    where: { recordingId },
    data: { status: 'completed', text: 'Érase' },
  });
  await giveUp?.({ recordingId, run: 1 });
  expect(await world.callAs(viewer).transcription.status({ recordingId })).toMatchObject({ text: 'Érase' });
});
