import { startFakeOpenAI } from '@relato/testing/speech/openai';
import { makeSilentWav } from '@relato/testing/speech/silent-wav';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTranscriber } from './create-transcriber.ts';
import { failureOf, options } from './test-attempts.ts';
import type { SpeechAudio } from './transcriber.ts';

async function startOpenAI(flavour: 'openai' | 'speaches' | 'whisper.cpp' = 'openai') {
  const server = await startFakeOpenAI({ flavour });
  onTestFinished(server.stop);
  const apiKey = server.apiKey ?? '';
  const transcriber = createTranscriber({ baseUrl: server.url, apiKey });
  return { transcriber, server, apiKey };
}

const wav = makeSilentWav(2_000);
const audio: SpeechAudio = { extension: 'wav', load: async () => wav };

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

  it('sends no key where none is set', async () => {
    const server = await startFakeOpenAI({ flavour: 'speaches', apiKey: null });
    onTestFinished(server.stop);
    await createTranscriber({ baseUrl: server.url }).transcribe(audio, options());
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['', '/v1/audio/transcriptions'],
    ['/', '/v1/audio/transcriptions'],
    ['/v1', '/v1/audio/transcriptions'],
    ['/v1/', '/v1/audio/transcriptions'],
    ['/v1/audio/transcriptions', '/v1/audio/transcriptions'],
    ['/inference', '/inference'],
    ['/openai/v1', '/openai/v1/audio/transcriptions'],
    ['/openai', '/openai/v1/audio/transcriptions'],
  ])('finds the path from a base address that ends in %j', async (suffix, path) => {
    const server = await startFakeOpenAI({ flavour: 'whisper.cpp' });
    onTestFinished(server.stop);
    const transcriber = createTranscriber({ baseUrl: `${server.url}${suffix}` });
    await transcriber.transcribe(audio, options()).catch(() => null);
    expect(server.requests.map((request) => request.path)).toEqual([path]);
  });

  it.each([
    ['speaches', new Uint8Array(0), 400, 'The audio file is empty.'],
    ['speaches', new Uint8Array(99), 415, 'Failed to decode audio. The provided file is not valid.'],
    ['whisper.cpp', new Uint8Array(99), 400, 'failed to read audio data'],
  ] as const)('gives the words of %s for audio that it refuses', async (flavour, bytes, status, message) => {
    const { transcriber } = await startOpenAI(flavour);
    const error = await failureOf(transcriber.transcribe({ ...audio, load: async () => bytes }, options()));
    expect(error).toMatchObject({ status, message, retryable: false });
  });

  it('says that a model is not installed', async () => {
    const server = await startFakeOpenAI({ flavour: 'speaches', apiKey: null, models: ['small'] });
    onTestFinished(server.stop);
    const error = await failureOf(
      createTranscriber({ baseUrl: server.url, model: 'tiny' }).transcribe(audio, options()),
    );
    expect(error).toMatchObject({ status: 404, message: "Model 'tiny' is not installed.", retryable: false });
  });

  it.each([{}, { words: null }, { words: [], segments: [] }, { words: 'none' }])(
    'has no timings where there are none: %j',
    async (extra) => {
      const { transcriber, server } = await startOpenAI();
      server.nextFailure({ kind: 'answer', body: { text: ' Hola. ', ...extra } });
      const result = await transcriber.transcribe(audio, options());
      expect(result).toEqual({ status: 'completed', text: 'Hola.', words: null, error: null });
    },
  );

  it('looks into the segments where the list of words is empty', async () => {
    const { transcriber, server } = await startOpenAI();
    const words = [{ word: ' Hola', start: 0.25, end: 0.5, probability: 0.75 }];
    server.nextFailure({ kind: 'answer', body: { text: 'Hola', words: [], segments: [{ words }] } });
    const result = await transcriber.transcribe(audio, options());
    expect(result.words).toEqual([{ text: 'Hola', startMs: 250, endMs: 500, confidence: 0.75 }]);
  });

  it('takes an error with status 200 for a failed transcription', async () => {
    const { transcriber, server, apiKey } = await startOpenAI('whisper.cpp');
    server.nextFailure({ kind: 'answer', body: { error: `failed to process audio ${apiKey}` } });
    const result = await transcriber.transcribe(audio, options());
    expect(result).toEqual({ status: 'error', text: '', words: null, error: 'failed to process audio ***' });
  });
});
