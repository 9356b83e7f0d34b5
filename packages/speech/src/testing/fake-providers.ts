import { startFakeAssemblyAI, type FakeAssemblyAIOptions } from '@relato/testing/speech/assemblyai';
import { startFakeOpenAI } from '@relato/testing/speech/openai';
import { makeSilentWav } from '@relato/testing/speech/silent-wav';
import { onTestFinished } from 'vitest';
import { createTranscriber } from '../create-transcriber.ts';
import type { SpeechAudio, SpeechTiming } from '../transcriber.ts';
import { unloadable } from './attempts.ts';

export const wav = makeSilentWav(2_000);
export const audio: SpeechAudio = { ...unloadable, load: async () => wav };

/** Starts a fake AssemblyAI, which stops with the test, and a transcriber that uses it. */
export async function startAssemblyAI(
  timing: Partial<SpeechTiming> = {},
  options: FakeAssemblyAIOptions = {},
) {
  const server = await startFakeAssemblyAI(options);
  onTestFinished(server.stop);
  const settings = { assemblyaiApiKey: server.apiKey, assemblyaiBaseUrl: server.url };
  const transcriber = createTranscriber(settings, { timing: { pollIntervalMs: 1, ...timing } });
  return { transcriber, server, apiKey: server.apiKey, countBilled: () => server.jobs.length };
}

/** The options that an operator needs to start the server of whisper.cpp for this product. */
const whisperServer = { convert: true, inferencePath: '/v1/audio/transcriptions' };

/** Starts a fake server with OpenAI's interface, which stops with the test, and a transcriber that uses it. */
export async function startOpenAI(
  flavour: 'openai' | 'speaches' | 'whisper.cpp' = 'openai',
  timing: Partial<SpeechTiming> = {},
) {
  const server = await startFakeOpenAI({ flavour, ...whisperServer });
  onTestFinished(server.stop);
  const apiKey = server.apiKey ?? '';
  const transcriber = createTranscriber({ baseUrl: server.url, apiKey }, { timing });
  return { transcriber, server, apiKey, countBilled: () => server.transcriptions.length };
}
