import { limits } from '@relato/contract';
import { SpeechError } from '@relato/speech';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import { createDeadJobHandlers } from '../job-handlers.ts';
import { retryWaitingTranscriptions } from './mutations.ts';
import { heard, transcriberThat, useTranscriptions, toHeard } from '../testing/transcriptions.ts';

const { fake, world, ana, beto, reported, inspect, transcribe, statusOf } = useTranscriptions();

const rowOf = (recordingId: string) =>
  world.database.prisma.transcript.findUniqueOrThrow({ where: { recordingId } });

describe('a provider that fails', () => {
  it('is retried later, but not before the time it named', async () => {
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

  it.each([
    ['the job', 0],
    ['the text', 1],
  ])('is paid once, although the database fails over while %s is stored', async (_what, stored) => {
    const recordingId = await inspect();
    const { length } = fake.jobs;
    const { prisma } = world.database;
    const transaction = prisma.$transaction.bind(prisma);
    const failingOver = vi.spyOn(prisma, '$transaction');
    for (let call = 0; call < stored; call += 1) failingOver.mockImplementationOnce(transaction);
    failingOver.mockRejectedValueOnce(Object.assign(new Error('Connection terminated'), { code: 'P1017' }));
    await transcribe(recordingId);
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
    expect(fake.jobs).toHaveLength(length + 1);
    expect(failingOver).toHaveBeenCalledTimes(3);
    failingOver.mockRestore();
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

  it('D23: permanently leaves an error that only the owner can retry', async () => {
    const recordingId = await inspect();
    fake.nextFailure({ kind: 'answer', status: 413 }, { on: 'upload' });
    await transcribe(recordingId);
    expect(await statusOf(recordingId)).toEqual({ status: 'error', trouble: 'too_long' });
    expect(world.queued).toEqual([]);
    await expectRefusal(world.callAs(beto).transcription.retry({ recordingId }), 'RECORDING_NOT_FOUND');
    await Promise.all([1, 2, 3].map(() => world.callAs(ana).transcription.retry({ recordingId })));
    expect(world.queued).toHaveLength(1);
    expect(await rowOf(recordingId)).toMatchObject({ attempts: 0, error: null, trouble: null });
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
  });

  it('L393: shows the user the kind of trouble, and the log and administrators its own message', async () => {
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

  it('waits for the operator to correct a refused key, without counting', async () => {
    const recordingId = await inspect();
    await world.database.prisma.transcript.update({
      where: { recordingId },
      data: { attempts: limits.transcription.maxAttempts - 1, trouble: 'busy' },
    });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      fake.nextFailure({ kind: 'answer', status: 401, body: { error: 'No' } }, { on: 'upload' });
      await transcribe(recordingId);
      expect(await statusOf(recordingId)).toEqual({ status: 'queued', trouble: 'setup' });
      expect(world.queued.splice(0)).toHaveLength(1);
    }
    const unreachable = transcriberThat(async () => {
      throw new SpeechError('network', 'The transcription service could not be reached');
    });
    await transcribe(recordingId, { transcriber: unreachable });
    expect(await rowOf(recordingId)).toMatchObject({ status: 'queued', trouble: 'busy', attempts: 1 });
    world.queued.length = 0;
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

  it('for too long is given up', async () => {
    const recordingId = await inspect();
    const transcriber = transcriberThat(async () => {
      throw new SpeechError('network', 'The transcription service could not be reached');
    });
    await world.database.prisma.transcript.update({
      where: { recordingId },
      data: { attempts: limits.transcription.maxAttempts - 2, trouble: 'busy' },
    });
    await transcribe(recordingId, { transcriber });
    expect(world.queued.splice(0)).toHaveLength(1);
    await transcribe(recordingId, { transcriber });
    expect(world.queued).toHaveLength(0);
    expect(await statusOf(recordingId)).toEqual({ status: 'error', trouble: 'busy' });
  });
});

describe('an attempt that ends early', () => {
  it('leaves no job at the provider if another attempt goes on with its own', async () => {
    const recordingId = await inspect();
    const transcriber = transcriberThat(async (_audio, { onJob }) => {
      for (const job of ['job-4', 'job-5', 'job-5']) await onJob(job);
      return toHeard(heard);
    });
    await transcribe(recordingId, { transcriber });
    expect(world.queued.splice(0)).toMatchObject([
      { name: 'forget-transcript', data: { provider: 'assemblyai', providerJob: 'job-4' } },
    ]);
    expect((await rowOf(recordingId)).providerJob).toBe('job-5');
  });

  it('is repeated if the process stops, and not counted', async () => {
    const recordingId = await inspect();
    for (let stop = 0; stop < 3; stop += 1) {
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
    }
    expect((await rowOf(recordingId)).attempts).toBe(1);
  });

  it('becomes an error only after the last attempt, without the internal message', async () => {
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
      return toHeard('x'.repeat(limits.transcript.maxLength + 1));
    });
    await expect(transcribe(recordingId, { transcriber })).rejects.toThrow('transcripts_text');
    expect(await statusOf(recordingId)).toMatchObject({ status: 'error' });
    await transcribe(recordingId, { transcriber });
    expect(asked).toBe(1);
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

it('shows a transcript that an older version refused for its language as failed', async () => {
  const recordingId = await inspect();
  await world.database.prisma.transcript.update({
    where: { recordingId },
    data: { status: 'error', trouble: 'language', error: 'heard another language' },
  });
  expect(await statusOf(recordingId)).toEqual({ status: 'error', trouble: 'failed' });
});
