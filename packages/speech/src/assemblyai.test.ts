import { defaultTranscript } from '@relato/testing/speech/spoken-words';
import { describe, expect, it, vi } from 'vitest';
import { failureOf, options, unloadable } from './testing/attempts.ts';
import { audio, startAssemblyAI, wav } from './testing/fake-providers.ts';

const forgetful = () => Promise.reject(new Error('the database is away'));

describe('assemblyai', () => {
  it('L334: sends the bytes, Spanish, the models and the bare key, but nothing about this machine', async () => {
    const { transcriber, server } = await startAssemblyAI();
    await transcriber.transcribe(audio, options());
    const [upload, submit, ...polls] = server.requests;
    expect(upload?.body.equals(wav)).toBe(true);
    expect(upload?.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      authorization: server.apiKey,
    });
    expect(server.jobs[0]?.params).toEqual({
      audio_url: server.jobs[0]?.audioUrl,
      language_code: 'es',
      speech_models: ['universal-3-pro', 'universal-2'],
    });
    expect(submit?.headers.authorization).toBe(server.apiKey);
    expect(polls.map(({ step }) => step)).toEqual(['poll', 'poll', 'poll']);
    for (const { headers } of server.requests) expect(headers['user-agent']).toBe('node');
  });

  it('keeps the confidence of a word', async () => {
    const { transcriber } = await startAssemblyAI();
    const { words } = await transcriber.transcribe(audio, options());
    expect(words?.[0]).toEqual({ text: 'Hola,', startMs: 0, endMs: 28, confidence: 0.8 });
  });

  it('resumes the stored job after a kill, without a second upload or bill', async () => {
    const { transcriber, server } = await startAssemblyAI();
    const killed = new AbortController();
    let stored: string | null = null;
    const onJob = async (job: string): Promise<void> => {
      stored = job;
      killed.abort(new Error('killed'));
    };
    await expect(transcriber.transcribe(audio, options({ onJob, signal: killed.signal }))).rejects.toThrow(
      'killed',
    );
    expect(stored).toBe(server.jobs[0]?.id);

    const again = vi.fn<() => Promise<void>>();
    const result = await transcriber.transcribe(unloadable, options({ job: stored, onJob: again }));
    expect(result).toMatchObject({ text: defaultTranscript });
    expect(again).not.toHaveBeenCalled();
    expect(server.jobs).toHaveLength(1);
    expect(server.requests.filter(({ step }) => step === 'upload')).toHaveLength(1);
  });

  it('does not poll a job whose id could not be stored', async () => {
    const { transcriber, server } = await startAssemblyAI();
    await expect(transcriber.transcribe(audio, options({ onJob: forgetful }))).rejects.toThrow(
      'the database is away',
    );
    expect(server.requests.map(({ step }) => step)).toEqual(['upload', 'submit']);
  });

  it('stores the id of a job that is accepted while the attempt is aborted', async () => {
    const { transcriber, server } = await startAssemblyAI({}, { processingMs: 60_000 });
    server.nextFailure({ kind: 'slow', delayMs: 30 }, { on: 'submit' });
    const controller = new AbortController();
    const onJob = vi.fn<() => Promise<void>>(async () => {});
    const attempt = transcriber.transcribe(audio, options({ onJob, signal: controller.signal }));
    const failure = attempt.catch((error: unknown) => error);
    await expect.poll(() => server.requests.at(-1)?.step, { interval: 1 }).toBe('submit');
    controller.abort(new Error('stop'));
    expect(await failure).toHaveProperty('message', 'stop');
    expect(onJob).toHaveBeenCalledExactlyOnceWith(server.jobs[0]?.id);
  });

  it('pays at most once more if the answer with the id is lost', async () => {
    const { transcriber, server } = await startAssemblyAI();
    server.nextFailure({ kind: 'reset' }, { on: 'submit', afterEffect: true });
    await failureOf(transcriber.transcribe(audio, options()));
    await transcriber.transcribe(audio, options());
    expect(server.jobs).toHaveLength(2);
  });

  it('resumes the same job after a failed poll', async () => {
    const { transcriber, server } = await startAssemblyAI();
    let job: string | null = null;
    const onJob = async (id: string): Promise<void> => {
      job = id;
    };
    server.nextFailure({ kind: 'answer', status: 502 }, { on: 'poll' });
    await failureOf(transcriber.transcribe(audio, options({ onJob })));
    expect(await transcriber.transcribe(unloadable, options({ job }))).toMatchObject({
      text: defaultTranscript,
    });
    expect(server.jobs).toHaveLength(1);
  });

  it.each(['of-another-account', '../upload', ''])(
    'starts a new job if the provider does not know the job %j',
    async (job) => {
      const { transcriber, server } = await startAssemblyAI();
      const onJob = vi.fn<() => Promise<void>>(async () => {});
      expect(await transcriber.transcribe(audio, options({ job, onJob }))).toMatchObject({
        text: defaultTranscript,
      });
      expect(onJob).toHaveBeenCalledExactlyOnceWith(server.jobs[0]?.id);
      expect(server.requests.map(({ step }) => step)).not.toContain(null);
    },
  );

  it.each([
    ['Audio duration is too short. Minimum audio duration is 160ms.', 'no_speech'],
    ['Server error, developers have been alerted', 'busy'],
    ['Transcoding failed. File does not appear to contain audio.', 'failed'],
    ['no spoken audio was found', 'no_speech'],
    [undefined, 'failed'],
    ['no fake-assemblyai-key', 'failed', 'no ***'],
  ])(
    'classifies a job that failed with %j',
    async (error, trouble, message = error ?? 'The job failed without a reason') => {
      const { transcriber, server } = await startAssemblyAI();
      server.nextFailure({ kind: 'answer', body: { status: 'error', error } }, { on: 'poll' });
      expect(await failureOf(transcriber.transcribe(audio, options()))).toMatchObject({
        kind: 'job',
        trouble,
        message,
      });
    },
  );

  it('returns an empty text for silence', async () => {
    const { transcriber, server } = await startAssemblyAI();
    server.nextFailure(
      { kind: 'answer', body: { status: 'completed', text: null, words: [] } },
      { on: 'poll' },
    );
    const result = await transcriber.transcribe(audio, options());
    expect(result).toEqual({ text: '', words: null, engine: 'assemblyai', model: null, isUnsure: false });
  });

  it('L334: polls at its interval and stops at the total timeout', async () => {
    const timing = { pollIntervalMs: 3_600_000, totalTimeoutMs: 100 };
    const { transcriber, server } = await startAssemblyAI(timing);
    const error = await failureOf(transcriber.transcribe(audio, options()));
    expect(error).toMatchObject({ kind: 'stalled', trouble: 'busy' });
    expect(server.requests.filter(({ step }) => step === 'poll').length).toBeLessThanOrEqual(1);
  });

  it('deletes a job once or twice, and never returns a deleted job as a transcript', async () => {
    const { transcriber, server } = await startAssemblyAI();
    await transcriber.transcribe(audio, options());
    const job = server.jobs[0]?.id ?? '';
    await transcriber.delete(job);
    await transcriber.delete(job);
    await transcriber.delete('unknown');
    await transcriber.delete('../../v2/upload');
    expect(server.jobs.map(({ deleted }) => deleted)).toEqual([true]);
    expect(server.requests.map(({ step }) => step)).not.toContain(null);
    const result = await transcriber.transcribe(audio, options({ job }));
    expect(result).toMatchObject({ text: defaultTranscript });
    expect(server.jobs).toHaveLength(2);
  });

  it('throws if a deletion failed', async () => {
    const { transcriber, server } = await startAssemblyAI();
    server.nextFailure({ kind: 'answer', status: 500, body: { error: 'Oh no' } }, { on: 'delete' });
    expect(await failureOf(transcriber.delete('a-job'))).toMatchObject({ message: 'Oh no', trouble: 'busy' });
  });
});
