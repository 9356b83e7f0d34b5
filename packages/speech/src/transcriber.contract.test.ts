import { inspect } from 'node:util';
import { limits } from '@relato/contract';
import { startFakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import type { Loopback, LoopbackFailure } from '@relato/testing/network/loopback';
import { startFakeOpenAI } from '@relato/testing/speech/openai';
import { makeSilentWav } from '@relato/testing/speech/silent-wav';
import { defaultTranscript, speakWords } from '@relato/testing/speech/spoken-words';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTranscriber } from './create-transcriber.ts';
import { SpeechError } from './speech-error.ts';
import { failureOf, options, toSpeechError, unloadable } from './testing/attempts.ts';
import type { SpeechAudio, SpeechTiming, Transcriber, Transcription } from './transcriber.ts';
import { brokenBody, brokenStatus, errorAnswers, invalidAnswers } from './testing/provider-answers.ts';

/** A transcriber and its fake server, for one test. */
interface Provider {
  readonly transcriber: Transcriber;
  readonly server: Loopback<string>;
  readonly apiKey: string;
  /** Returns the number of transcriptions that the provider bills. */
  readonly countBilled: () => number;
}

interface Contract {
  readonly name: string;
  readonly steps: readonly string[];
  readonly start: (timing?: Partial<SpeechTiming>) => Promise<Provider>;
}

async function startAssemblyAI(timing: Partial<SpeechTiming> = {}) {
  const server = await startFakeAssemblyAI();
  onTestFinished(server.stop);
  const settings = { assemblyaiApiKey: server.apiKey, assemblyaiBaseUrl: server.url };
  const transcriber = createTranscriber(settings, { timing: { pollIntervalMs: 1, ...timing } });
  return { transcriber, server, apiKey: server.apiKey, countBilled: () => server.jobs.length };
}

async function startOpenAI(
  flavour: 'openai' | 'speaches' | 'whisper.cpp',
  timing: Partial<SpeechTiming> = {},
) {
  const server = await startFakeOpenAI({ flavour, ...whisperServer });
  onTestFinished(server.stop);
  const apiKey = server.apiKey ?? '';
  const transcriber = createTranscriber({ baseUrl: server.url, apiKey }, { timing });
  return { transcriber, server, apiKey, countBilled: () => server.transcriptions.length };
}

/** The options with which an operator starts the server of whisper.cpp for this product. */
const whisperServer = { convert: true, inferencePath: '/v1/audio/transcriptions' };

const wav = makeSilentWav(2_000);
const audio: SpeechAudio = { ...unloadable, load: async () => wav };

const contracts: readonly Contract[] = [
  { name: 'assemblyai', steps: ['upload', 'submit', 'poll'], start: startAssemblyAI },
  { name: 'openai', steps: ['transcribe'], start: (timing) => startOpenAI('openai', timing) },
  { name: 'openai (speaches)', steps: ['transcribe'], start: (timing) => startOpenAI('speaches', timing) },
  {
    name: 'openai (whisper.cpp)',
    steps: ['transcribe'],
    start: (timing) => startOpenAI('whisper.cpp', timing),
  },
];

const bare = (text: string | undefined) => text?.replaceAll(/[^\p{L}\p{N}]/gu, '');

function expectNormalForm({ text, words }: Transcription): void {
  expect(text).toBe(text.trim());
  expect(text.length).toBeLessThanOrEqual(limits.transcript.maxLength);
  let lastMs = 0;
  for (const word of words ?? []) {
    expect(word.text).toMatch(/^\S(.*\S)?$/u);
    expect([word.startMs, word.endMs].every(Number.isInteger)).toBe(true);
    expect(word.startMs).toBeGreaterThanOrEqual(lastMs);
    expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
    lastMs = word.startMs;
  }
}

afterEach(() => vi.restoreAllMocks());

describe.each(contracts)('$name', ({ steps, start }) => {
  it('L198: returns the normalized text and words', async () => {
    const { transcriber, countBilled } = await start();
    const result = await transcriber.transcribe(audio, options());
    expectNormalForm(result);
    expect(result.text).toBe(defaultTranscript);
    const words = defaultTranscript.split(' ');
    expect(result.words?.map(({ text }) => bare(text))).toEqual(words.map(bare));
    const spoken = speakWords(defaultTranscript, 2_000);
    expect(result.words?.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
      spoken.map(({ startMs, endMs }) => [startMs, endMs]),
    );
    expect(countBilled()).toBe(1);
  });

  describe.each(steps)('when %s fails', (step) => {
    it.each(errorAnswers)('L393: classifies %s and reports its message', async (_, answer, expected) => {
      const { transcriber, server } = await start();
      server.nextFailure({ kind: 'answer', ...answer }, { on: step });
      const error = await failureOf(transcriber.transcribe(audio, options()));
      expect(error).toMatchObject({ kind: 'http', status: answer.status, retryAfterMs: null, ...expected });
    });

    it.each(invalidAnswers)('treats %s as a temporary failure', async (_, body) => {
      const { transcriber, server } = await start();
      server.nextFailure({ kind: 'answer', body }, { on: step });
      const error = await failureOf(transcriber.transcribe(audio, options()));
      expect(error).toMatchObject({ kind: 'garbage', trouble: 'busy' });
    });

    it.each<LoopbackFailure>([{ kind: 'reset' }, { kind: 'cut' }])(
      'treats $kind as a temporary failure',
      async (failure) => {
        const { transcriber, server } = await start();
        server.nextFailure(failure, { on: step });
        const error = await failureOf(transcriber.transcribe(audio, options()));
        expect(error).toMatchObject({ kind: 'network', trouble: 'busy' });
      },
    );

    it.each<LoopbackFailure>([{ kind: 'hang' }, { kind: 'hang-in-body' }])(
      'aborts $kind at its timeout',
      async (failure) => {
        const { transcriber, server } = await start({ callTimeoutMs: 60, audioTimeoutMs: 60 });
        server.nextFailure(failure, { on: step });
        const error = await failureOf(transcriber.transcribe(audio, options()));
        expect(error).toMatchObject({ kind: 'timeout', trouble: 'busy' });
      },
    );

    it('waits for a slow answer', async () => {
      const { transcriber, server } = await start();
      server.nextFailure({ kind: 'slow', delayMs: 20 }, { on: step });
      expect(await transcriber.transcribe(audio, options())).toMatchObject({ text: defaultTranscript });
    });

    it('never repeats a call by itself', async () => {
      const { transcriber, server } = await start();
      server.nextFailure({ kind: 'answer', status: 503 }, { on: step });
      await failureOf(transcriber.transcribe(audio, options()));
      expect(server.requests.filter((request) => request.step === step)).toHaveLength(1);
    });

    it('D08: removes the key from every message, even if the provider quotes it', async () => {
      const { transcriber, server, apiKey } = await start();
      server.nextFailure(
        { kind: 'answer', status: 401, body: { error: `Bad key ${apiKey}.` } },
        { on: step },
      );
      const error = await failureOf(transcriber.transcribe(audio, options()));
      expect(error.message).toBe('Bad key ***.');
      await server.stop();
      const refused = await failureOf(transcriber.transcribe(audio, options()));
      expect(refused).toMatchObject({ kind: 'network', trouble: 'busy' });
      expect(refused.message).not.toContain('127.0.0.1');
      expect(inspect([error, refused], { depth: 10 })).not.toContain(apiKey);
    });
  });

  it('throws the reason of its signal, before and during a call', async () => {
    const { transcriber, server } = await start();
    const reason = new Error('shutting down');
    await expect(transcriber.transcribe(audio, options({ signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    );
    expect(server.requests).toHaveLength(0);
    for (const step of steps.filter((step) => step !== 'submit')) {
      server.nextFailure({ kind: 'hang' }, { on: step });
      const controller = new AbortController();
      const attempt = transcriber.transcribe(audio, options({ signal: controller.signal }));
      const count = server.requests.filter((request) => request.step === step).length;
      const failure = attempt.catch((error: unknown) => error);
      await expect
        .poll(() => server.requests.filter((request) => request.step === step), { interval: 1 })
        .toHaveLength(count + 1);
      controller.abort(reason);
      expect(await failure).toBe(reason);
    }
  });

  it('is aborted at its total timeout', async () => {
    const { transcriber, server } = await start({ totalTimeoutMs: 60 });
    server.nextFailure({ kind: 'hang' }, { on: steps.at(-1) ?? '' });
    const error = await failureOf(transcriber.transcribe(audio, options()));
    expect(error).toMatchObject({
      kind: expect.stringMatching(/^(timeout|stalled)$/u),
      trouble: 'busy',
    });
  });

  it('throws the error of loading the audio, before any call', async () => {
    const { transcriber, server } = await start();
    const broken = { ...audio, load: () => Promise.reject(new Error('no such object')) };
    await expect(transcriber.transcribe(broken, options())).rejects.toThrow('no such object');
    expect(server.requests).toHaveLength(0);
  });

  it('connects only to the configured server', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { transcriber, server } = await start();
    await transcriber.transcribe(audio, options());
    await transcriber.delete('a-job');
    expect(fetched).toHaveBeenCalled();
    for (const [url] of fetched.mock.calls) expect(url).toContain(`${server.url}/`);
  });

  it('turns 150 broken answers into a normalized result or a failure', async () => {
    const { transcriber, server } = await start();
    const seen = { completed: 0, thrown: 0 };
    const check = fc.asyncProperty(brokenStatus, brokenBody, async (status, body) => {
      server.nextFailure({ kind: 'answer', status, body }, { on: steps.at(-1) ?? '' });
      const result = await transcriber.transcribe(audio, options()).catch(toSpeechError);
      seen[result instanceof SpeechError ? 'thrown' : 'completed'] += 1;
      if (!(result instanceof SpeechError)) expectNormalForm(result);
    });
    await fc.assert(check, { numRuns: 150, seed: 1 });
    expect(Math.min(seen.completed, seen.thrown)).toBeGreaterThan(5);
  });
});

describe('none', () => {
  it('throws that it is not configured, without loading the audio', async () => {
    const transcriber = createTranscriber({ local: false });
    expect(transcriber.name).toBe('none');
    expect(await failureOf(transcriber.transcribe(unloadable, options()))).toMatchObject({
      trouble: 'setup',
    });
    await transcriber.delete('a-job');
  });
});
