import { limits } from '@relato/contract';
import { createTranscriber, SpeechError } from '@relato/speech';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { heard, transcriberThat, useTranscriptions, toHeard } from '../testing/transcriptions.ts';
import { repeatTranscription } from './repeat-mutations.ts';

const { fake, world, ana, beto, inspect, transcribe, statusOf } = useTranscriptions();

const audio = 'chromium_timeslice_noduration.webm';

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

  it('REL-37: is kept and marked as unsure if it does not look Spanish, until its author changes the text', async () => {
    const english = 'And then the train was late and we had to wait for it with all of the others';
    fake.setTranscript(english);
    const recordingId = await inspect();
    const { id } = await world.callAs(ana).stories.create({ recordingId, title: 'El tren' });
    await transcribe(recordingId);
    fake.setTranscript(heard);
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: english, isUnsure: true });
    const readListed = async () => (await world.callAs(ana).stories.mine({ limit: 1 })).items[0];
    expect(await readListed()).toMatchObject({ id, transcript: english, isUnsure: true });
    await world.callAs(ana).stories.publish({ id });
    for (const viewer of [beto, null])
      expect(await world.callAs(viewer).stories.byId({ id })).not.toHaveProperty('isUnsure');
    await world.callAs(ana).stories.update({ id, transcript: 'Y el tren llegó tarde' });
    expect(await readListed()).not.toHaveProperty('isUnsure');
  });

  it('REL-37: loses the mark with a run whose text looks Spanish', async () => {
    const recordingId = await world.record(ana);
    const { id } = await world.callAs(ana).stories.create({ recordingId, title: 'El tren' });
    await world.database.prisma.transcript.update({ where: { recordingId }, data: { isUnsure: true } });
    expect(await world.callAs(ana).stories.byId({ id })).toMatchObject({ isUnsure: true });
    await world.callAs(ana).stories.transcribeAgain({ id, replaceEdits: false });
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ text: heard, isUnsure: false });
    expect(await world.callAs(ana).stories.byId({ id })).not.toHaveProperty('isUnsure');
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

  it('stays while the recording is transcribed again, also for a story that is saved then', async () => {
    const recordingId = await world.record(ana);
    await world.database.prisma.$transaction((tx) =>
      repeatTranscription(world.services, tx, recordingId, { replacesText: false }),
    );
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed', text: heard });
    const { id } = await world.callAs(ana).stories.create({ recordingId });
    const { transcript, transcriptWords } = await world.callAs(ana).stories.byId({ id });
    expect(transcript).toBe(heard);
    expect(transcriptWords?.map(({ text }) => text).join(' ')).toBe(heard);
    const next = 'Había otra vez un tren';
    fake.setTranscript(next);
    await world.workOff();
    fake.setTranscript(heard);
    expect(await world.callAs(ana).stories.byId({ id })).toMatchObject({ transcript: next });
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

  it('gives no times to a text with more words than can be spoken, until it is shorter', async () => {
    const { stories } = world.callAs(ana);
    const { id, transcriptWords } = await stories.create({ recordingId: await world.record(ana) });
    const transcript = 'a '.repeat(limits.transcript.maxWords + 1).trim();
    await stories.update({ id, transcript });
    expect(await stories.byId({ id })).toMatchObject({ transcript, transcriptWords: null });
    await stories.update({ id, transcript: heard });
    expect(transcriptWords).toHaveLength(heard.split(' ').length);
    expect((await stories.byId({ id })).transcriptWords).toEqual(transcriptWords);
  });

  it('is not requested again by a repeated job', async () => {
    const recordingId = await world.record(ana);
    const { length } = fake.jobs;
    await transcribe(recordingId);
    expect(fake.jobs).toHaveLength(length);
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

  it('while the provider accepted it is deleted at the provider', async () => {
    const recordingId = await inspect();
    const seen: boolean[] = [];
    const transcriber = transcriberThat(async (_audio, { onJob, signal }) => {
      await world.callAs(ana).recordings.discard({ id: recordingId });
      world.queued.length = 0;
      await onJob('job-2');
      seen.push(signal?.aborted ?? false);
      signal?.throwIfAborted();
      return toHeard(heard);
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
        if (how === 'completes') return toHeard(heard);
        throw new SpeechError('http', 'No', { trouble: how === 'fails for a while' ? 'busy' : 'too_long' });
      });
      await transcribe(recordingId, { transcriber });
      expect(world.queued.splice(0).map(({ name }) => name)).toEqual(['delete-objects', 'forget-transcript']);
    },
  );

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
    const recordingId = await inspect();
    await world.database.prisma.transcript.delete({ where: { recordingId } });
    const off = { transcriber: createTranscriber({ provider: 'none' }) };
    const { transcription } = world.callAs(ana, undefined, off);
    expect(await transcription.status({ recordingId })).toEqual({ status: 'off' });
    await expectRefusal(transcription.retry({ recordingId }), 'TRANSCRIPTION_OFF');
  });

  it('a recording can be transcribed on request, but not before it was inspected', async () => {
    const uploaded = await world.upload(ana, audio);
    await expectRefusal(
      world.callAs(ana).transcription.retry({ recordingId: uploaded }),
      'RECORDING_NOT_READY',
    );
    const recordingId = await inspect();
    await world.database.prisma.transcript.delete({ where: { recordingId } });
    await world.callAs(ana).transcription.retry({ recordingId });
    await world.workOff();
    expect(await statusOf(recordingId)).toMatchObject({ status: 'completed' });
    await expectRefusal(statusOf(recordingId, beto), 'RECORDING_NOT_FOUND');
  });
});
