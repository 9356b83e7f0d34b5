import { inspect } from 'node:util';
import { limits, speechLimits, type TranscriptionTrouble } from '@relato/contract';
import type { Loopback, LoopbackFailure } from '@relato/testing/network/loopback';
import { defaultTranscript, speakWords } from '@relato/testing/speech/spoken-words';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTranscriber } from './create-transcriber.ts';
import { SpeechError } from './speech-error.ts';
import { failureOf, options, toSpeechError, unloadable } from './testing/attempts.ts';
import { audio, startAssemblyAI, startOpenAI } from './testing/fake-providers.ts';
import type { SpeechTiming, Transcriber, Transcription } from './transcriber.ts';

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

const contracts: readonly Contract[] = [
  { name: 'assemblyai', steps: ['upload', 'submit', 'poll'], start: startAssemblyAI },
  { name: 'openai', steps: ['transcribe'], start: (timing) => startOpenAI('openai', timing) },
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

it.each<[string, () => Promise<Provider>]>([
  ['assemblyai', startAssemblyAI],
  ['openai', () => startOpenAI('openai')],
  ['speaches', () => startOpenAI('speaches')],
  ['whisper.cpp', () => startOpenAI('whisper.cpp')],
])('L198: %s returns the normalized text and words', async (_, start) => {
  const { transcriber, countBilled } = await start();
  const result = await transcriber.transcribe(audio, options());
  expectNormalForm(result);
  expect(result.text).toBe(defaultTranscript);
  const spoken = speakWords(defaultTranscript, 2_000);
  expect(result.words?.map(({ text, startMs, endMs }) => [bare(text), startMs, endMs])).toEqual(
    spoken.map(({ text, startMs, endMs }) => [bare(text), startMs, endMs]),
  );
  expect(countBilled()).toBe(1);
});

const day = 'Wed, 21 Oct 2015';
const noQuota = 'You exceeded your current quota, please check your plan and billing details.';
/** Providers advertise in an answer that only asks to wait. */
const rateLimits = {
  openai:
    'Rate limit reached for whisper-1 in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s. You can increase your rate limit by adding a payment method at https://platform.openai.com/account/billing.',
  groq: 'Rate limit reached for model `whisper-large-v3` on seconds of audio per hour (ASPH): Limit 7200, Used 7150, Requested 600. Please try again in 9m38s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing',
  other: 'The number of requests exceeds your limit',
};
/** Error answers: the message comes from the envelope, the body or the status. */
const errorAnswers: readonly (readonly [
  status: number,
  body: object | string | undefined,
  message: string,
  trouble: TranscriptionTrouble,
  headers?: Record<string, string>,
  retryAfterMs?: number,
])[] = [
  [401, { error: 'No key' }, 'No key', 'setup'],
  [404, { detail: 'No model' }, 'No model', 'setup'],
  [422, { detail: [{ msg: 'a' }, { msg: 'b' }] }, 'a; b', 'setup'],
  [400, { error: { message: 'Bad', type: 'x', param: null, code: null } }, 'Bad', 'setup'],
  [400, '{"oops":1}', '{"oops":1}', 'setup'],
  [413, '<html><body>Request Entity Too Large</body></html>', 'Request Entity Too Large', 'too_long'],
  [402, { error: 'Your account balance is negative' }, 'Your account balance is negative', 'setup'],
  [429, { error: { message: 'You exceeded your quota' } }, 'You exceeded your quota', 'setup'],
  [429, { error: { message: noQuota, code: 'insufficient_quota' } }, noQuota, 'setup'],
  [429, { error: 'You have run out of credits' }, 'You have run out of credits', 'setup'],
  [429, { error: 'No load balancer is free' }, 'No load balancer is free', 'busy'],
  [429, { error: 'Insufficient capacity' }, 'Insufficient capacity', 'busy'],
  [429, { error: 'Insufficient funds' }, 'Insufficient funds', 'setup'],
  [429, { error: 'Your account balance is negative' }, 'Your account balance is negative', 'setup'],
  [
    429,
    { error: { message: rateLimits.openai } },
    rateLimits.openai,
    'busy',
    { 'retry-after': '20' },
    20_000,
  ],
  [429, { error: { message: rateLimits.groq } }, rateLimits.groq, 'busy', { 'retry-after': '578' }, 578_000],
  [429, { error: rateLimits.other }, rateLimits.other, 'busy', { 'retry-after': '3' }, 3_000],
  [400, { error: 'Maximum content size exceeded' }, 'Maximum content size exceeded', 'too_long'],
  [400, { error: 'Minimum audio duration is 1 s' }, 'Minimum audio duration is 1 s', 'no_speech'],
  [400, { error: "Language 'es' is not supported" }, "Language 'es' is not supported", 'setup'],
  [302, undefined, 'HTTP Error: 302 Found', 'setup', { location: 'http://127.0.0.1:9/' }],
  [429, { error: 'Slow down' }, 'Slow down', 'busy', { 'retry-after': '7' }, 7_000],
  // The delay refers to the clock of the provider.
  [
    429,
    'Slow',
    'Slow',
    'busy',
    { date: `${day} 07:28:00 GMT`, 'retry-after': `${day} 07:28:30 GMT` },
    30_000,
  ],
  [429, 'Slow', 'Slow', 'busy', { 'retry-after': '31536000' }, speechLimits.maxRetryAfterMs],
  [429, 'wait', 'wait', 'busy', { 'retry-after': 'later' }],
  [502, undefined, 'HTTP Error: 502 Bad Gateway', 'busy'],
  [502, '<head><title>502</title></head>\n<body><h1>502 Bad</h1></body>', '502 Bad', 'busy'],
  [502, '<html><body></body></html>', 'HTTP Error: 502 Bad Gateway', 'busy'],
  [503, ' try\0 again \n', 'try again', 'busy', { 'retry-after': '1' }, 1_000],
  [504, '\0\0', 'HTTP Error: 504 Gateway Timeout', 'busy'],
  [500, 'x'.repeat(10_000_000), `${'x'.repeat(speechLimits.maxErrorLength - 1)}…`, 'busy'],
];

it('L393: the answers of providers are classified, and their messages are reported', async () => {
  const { transcriber, server } = await startOpenAI('openai');
  for (const [status, body, message, trouble, headers = {}, retryAfterMs = null] of errorAnswers) {
    server.nextFailure({ kind: 'answer', status, headers, ...(body !== undefined && { body }) });
    const error = await failureOf(transcriber.transcribe(audio, options()));
    expect(error).toMatchObject({ kind: 'http', status, message, trouble, retryAfterMs });
  }
});

it('an invalid answer with status 200 is a temporary failure', async () => {
  const { transcriber, server } = await startOpenAI('openai');
  const texts = 'null 42 [] {} <html> {"text":"comple {"text":42,"words":"none"}'.split(' ');
  const bodies = ['', ...texts, new Uint8Array(1_000)];
  for (const body of [...bodies, `{"text":"a"}${' '.repeat(10_000_000)}`]) {
    server.nextFailure({ kind: 'answer', body });
    const error = await failureOf(transcriber.transcribe(audio, options()));
    expect(error).toMatchObject({ kind: 'garbage', trouble: 'busy' });
  }
});

const junk = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.constant('\0\uD800 a'),
  fc.constant(1e300),
  fc.constant(-5),
);
const word = fc.record(
  { text: junk, word: junk, start: junk, end: junk, confidence: junk, probability: junk },
  { requiredKeys: [] },
);
const words = fc.oneof(junk, fc.array(fc.oneof(word, junk)));
const answer = fc.record(
  {
    id: junk,
    status: fc.oneof(fc.constantFrom('completed', 'error'), junk),
    text: fc.oneof(fc.string({ unit: 'binary' }), junk),
    words,
    segments: fc.oneof(junk, fc.array(fc.oneof(junk, fc.record({ words })))),
    error: junk,
    upload_url: junk,
    audio_url: junk,
  },
  { requiredKeys: [] },
);

/** Answers with the fields of every provider and arbitrary contents. */
const brokenBody = fc.oneof(
  { weight: 8, arbitrary: answer.map((value) => JSON.stringify(value)) },
  fc.string({ unit: 'binary' }),
);
const brokenStatus = fc.constantFrom(200, 200, 200, 200, 400, 429, 500);

describe.each(contracts)('$name', ({ steps, start }) => {
  it.each(steps)(
    'D08: reports each way in which %s fails, without the key, and repeats no call',
    async (step) => {
      const { transcriber, server, apiKey } = await start();
      const fail = (failure: LoopbackFailure) => {
        server.nextFailure(failure, { on: step });
        return failureOf(transcriber.transcribe(audio, options()));
      };
      const calls = () => server.requests.filter((request) => request.step === step).length;
      expect(await fail({ kind: 'answer', status: 503 })).toMatchObject({
        kind: 'http',
        status: 503,
        trouble: 'busy',
      });
      expect(calls()).toBe(1);
      const garbage = { kind: 'garbage', trouble: 'busy' };
      expect(
        await fail({ kind: 'answer', body: '{"id":"../../etc","status":"melting","text":42}' }),
      ).toMatchObject(garbage);
      for (const kind of ['reset', 'cut'] as const)
        expect(await fail({ kind })).toMatchObject({ kind: 'network', trouble: 'busy' });
      server.nextFailure({ kind: 'slow', delayMs: 20 }, { on: step });
      expect(await transcriber.transcribe(audio, options())).toMatchObject({ text: defaultTranscript });
      // A provider may quote the key.
      const error = await fail({ kind: 'answer', status: 401, body: { error: `Bad key ${apiKey}.` } });
      expect(error.message).toBe('Bad key ***.');
      await server.stop();
      const refused = await failureOf(transcriber.transcribe(audio, options()));
      expect(refused).toMatchObject({ kind: 'network', trouble: 'busy' });
      expect(refused.message).not.toContain('127.0.0.1');
      expect(inspect([error, refused], { depth: 10 })).not.toContain(apiKey);
    },
  );

  it.each(steps)('aborts %s at its timeout', async (step) => {
    const { transcriber, server } = await start({ callTimeoutMs: 60, audioTimeoutMs: 60 });
    for (const kind of ['hang', 'hang-in-body'] as const) {
      server.nextFailure({ kind }, { on: step });
      const error = await failureOf(transcriber.transcribe(audio, options()));
      expect(error).toMatchObject({ kind: 'timeout', trouble: 'busy' });
    }
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

  it('turns 50 broken answers into a normalized result or a failure', async () => {
    const { transcriber, server } = await start();
    const seen = { completed: 0, thrown: 0 };
    const check = fc.asyncProperty(brokenStatus, brokenBody, async (status, body) => {
      server.nextFailure({ kind: 'answer', status, body }, { on: steps.at(-1) ?? '' });
      const result = await transcriber.transcribe(audio, options()).catch(toSpeechError);
      seen[result instanceof SpeechError ? 'thrown' : 'completed'] += 1;
      if (!(result instanceof SpeechError)) expectNormalForm(result);
    });
    await fc.assert(check, { numRuns: 50, seed: 1 });
    expect(Math.min(seen.completed, seen.thrown)).toBeGreaterThan(2);
  });
});

describe('none', () => {
  it('throws an error about the missing configuration, without loading the audio', async () => {
    const transcriber = createTranscriber({ local: false });
    expect(transcriber.name).toBe('none');
    expect(await failureOf(transcriber.transcribe(unloadable, options()))).toMatchObject({
      trouble: 'setup',
    });
    await transcriber.delete('a-job');
  });
});
