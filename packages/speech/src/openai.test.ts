import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startFakeOpenAI } from '@relato/testing/speech/openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTranscriber } from './create-transcriber.ts';
import { failureOf, options, unloadable } from './testing/attempts.ts';
import { audio, startOpenAI, wav } from './testing/fake-providers.ts';
import type { SpeechAudio } from './transcriber.ts';

const fixture = fileURLToPath(
  new URL('../../testing/fixtures/audio/chromium_timeslice_noduration.webm', import.meta.url),
);
const webm: SpeechAudio = { ...unloadable, extension: 'webm', load: async () => readFile(fixture) };

describe('openai', () => {
  it('sends the file with its extension, Spanish, the model and word timings', async () => {
    const server = await startFakeOpenAI({ durationMs: 2_000 });
    onTestFinished(server.stop);
    const transcriber = createTranscriber({
      baseUrl: server.url,
      apiKey: server.apiKey ?? '',
      model: 'whisper-large',
    });
    await transcriber.transcribe({ ...audio, extension: 'webm' }, options());
    expect(server.transcriptions).toMatchObject([
      {
        fileName: 'recording.webm',
        fileType: 'audio/webm',
        fields: {
          model: 'whisper-large',
          language: 'es',
          response_format: 'verbose_json',
          'timestamp_granularities[]': 'word',
        },
      },
    ]);
    expect(server.transcriptions[0]?.audio.equals(wav)).toBe(true);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${server.apiKey}`);
  });

  it('sends no key without a key in the settings', async () => {
    const server = await startFakeOpenAI({ flavour: 'speaches', apiKey: null });
    onTestFinished(server.stop);
    await createTranscriber({ baseUrl: server.url }).transcribe(audio, options());
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['', '/v1/audio/transcriptions'],
    ['/v1/', '/v1/audio/transcriptions'],
    ['/v1/audio/transcriptions', '/v1/audio/transcriptions'],
    ['/inference', '/inference'],
    ['/openai/v1', '/openai/v1/audio/transcriptions'],
    ['/openai', '/openai/v1/audio/transcriptions'],
  ])('derives the path from a base URL that ends in %j', async (suffix, path) => {
    const server = await startFakeOpenAI({ flavour: 'whisper.cpp' });
    onTestFinished(server.stop);
    const transcriber = createTranscriber({ baseUrl: `${server.url}${suffix}` });
    await transcriber.transcribe(audio, options()).catch(() => null);
    expect(server.requests.map((request) => request.path)).toEqual([path]);
  });

  it.each([
    ['speaches', 0, 400, 'The audio file is empty.', 'no_speech'],
    ['speaches', 99, 415, 'Failed to decode audio. The provided file is not valid.', 'setup'],
    ['openai', 99, 400, expect.stringContaining('Invalid file format.'), 'setup'],
  ] as const)(
    'reports the message of %s for %i invalid bytes',
    async (flavour, bytes, status, message, trouble) => {
      const { transcriber } = await startOpenAI(flavour);
      const load = async () => new Uint8Array(bytes);
      const error = await failureOf(transcriber.transcribe({ ...audio, load }, options()));
      expect(error).toMatchObject({ status, message, trouble });
    },
  );

  it.each([
    ['its own path', {}, audio, 404],
    ['WAV alone', { inferencePath: '/v1/audio/transcriptions' }, webm, 400],
  ] as const)(
    'names the right start of a whisper-server that accepts only %s',
    async (_, startedWith, sound, status) => {
      const server = await startFakeOpenAI({ flavour: 'whisper.cpp', ...startedWith });
      onTestFinished(server.stop);
      const transcriber = createTranscriber({ baseUrl: server.url });
      const error = await failureOf(transcriber.transcribe(sound, options()));
      expect(error).toMatchObject({
        status,
        trouble: 'setup',
        message: expect.stringContaining('--convert --inference-path /v1/audio/transcriptions'),
      });
    },
  );

  it('joins words that whisper.cpp split at the end of a line', async () => {
    const { transcriber, server } = await startOpenAI('whisper.cpp');
    const transcript = 'Aquellas maravillosas gallinas atravesaron despreocupadas la carretera'.repeat(8);
    server.setTranscript(transcript);
    const { text, words } = await transcriber.transcribe(audio, options());
    expect(text).toBe(transcript);
    expect(words?.map((word) => word.text).join(' ')).toBe(transcript);
  });

  it('reports a model that is not installed', async () => {
    const server = await startFakeOpenAI({ flavour: 'speaches', apiKey: null, models: ['small'] });
    onTestFinished(server.stop);
    const error = await failureOf(
      createTranscriber({ baseUrl: server.url, model: 'tiny' }).transcribe(audio, options()),
    );
    expect(error).toMatchObject({
      status: 404,
      message: expect.stringMatching(/^Model 'tiny' is not installed.*curl -X POST .*\/v1\/models\/tiny\)$/u),
      trouble: 'setup',
    });
  });

  it.each([{}, { words: null }, { words: [], segments: [] }, { words: 'none' }])(
    'returns no timings if there are none: %j',
    async (extra) => {
      const { transcriber, server } = await startOpenAI();
      server.nextFailure({ kind: 'answer', body: { text: ' Hola. ', ...extra } });
      const result = await transcriber.transcribe(audio, options());
      expect(result).toEqual({
        text: 'Hola.',
        words: null,
        engine: 'openai',
        model: 'whisper-1',
        isUnsure: false,
      });
    },
  );

  it('reads the words of the segments if the list of words is empty', async () => {
    const { transcriber, server } = await startOpenAI();
    const words = [{ word: ' Hola', start: 0.25, end: 0.5, probability: 0.75 }];
    server.nextFailure({ kind: 'answer', body: { text: 'Hola', words: [], segments: [{ words }] } });
    const result = await transcriber.transcribe(audio, options());
    expect(result.words).toEqual([{ text: 'Hola', startMs: 250, endMs: 500, confidence: 0.75 }]);
  });

  it('throws for an error with status 200', async () => {
    const { transcriber, server, apiKey } = await startOpenAI('whisper.cpp');
    server.nextFailure({ kind: 'answer', body: { error: `failed to process audio ${apiKey}` } });
    expect(await failureOf(transcriber.transcribe(audio, options()))).toMatchObject({
      kind: 'job',
      trouble: 'failed',
      message: 'failed to process audio ***',
    });
  });
});
