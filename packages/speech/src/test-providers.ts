import { inspect } from 'node:util';
import { startFakeAssemblyAI, type FakeAssemblyAIOptions } from '@relato/testing/speech/assemblyai';
import type { Loopback } from '@relato/testing/speech/loopback';
import { startFakeOpenAI } from '@relato/testing/speech/openai';
import { makeSilentWav } from '@relato/testing/speech/silent-wav';
import { expect, onTestFinished } from 'vitest';
import { createTranscriber } from './create-transcriber.ts';
import { SpeechError } from './speech-error.ts';
import type { SpeechAudio, SpeechTiming, Transcriber, TranscribeOptions } from './transcriber.ts';

/** A transcriber and the server on loopback that it talks to, for one test. */
export interface Provider {
  readonly transcriber: Transcriber;
  readonly server: Loopback<string>;
  readonly apiKey: string;
  /** How many transcriptions the provider charges for. */
  readonly countBilled: () => number;
}

const quick: Partial<SpeechTiming> = { pollIntervalMs: 1 };

export async function startAssemblyAI(
  timing: Partial<SpeechTiming> = {},
  options: FakeAssemblyAIOptions = {},
) {
  const server = await startFakeAssemblyAI(options);
  onTestFinished(server.stop);
  const settings = { assemblyaiApiKey: server.apiKey, assemblyaiBaseUrl: server.url };
  const transcriber = createTranscriber(settings, { ...quick, ...timing });
  return { transcriber, server, apiKey: server.apiKey, countBilled: () => server.jobs.length };
}

export async function startOpenAI(
  flavour: 'openai' | 'speaches' | 'whisper.cpp' = 'openai',
  timing: Partial<SpeechTiming> = {},
) {
  const server = await startFakeOpenAI({ flavour });
  onTestFinished(server.stop);
  const apiKey = server.apiKey ?? '';
  const transcriber = createTranscriber({ baseUrl: server.url, apiKey }, { ...quick, ...timing });
  return { transcriber, server, apiKey, countBilled: () => server.transcriptions.length };
}

export const wav = makeSilentWav(2_000);
export const audio: SpeechAudio = { extension: 'wav', load: async () => wav };
export const unloadable: SpeechAudio = { extension: 'wav', load: () => Promise.reject(new Error('loaded')) };

export const options = (given: Partial<TranscribeOptions> = {}): TranscribeOptions => ({
  job: null,
  onJob: async () => {},
  ...given,
});

/** Throws what is none: only these may come from a provider. */
export function toSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  throw error;
}

export const failureOf = (promise: Promise<unknown>): Promise<SpeechError> =>
  promise.then((value) => expect.unreachable(`resolved with ${inspect(value)}`), toSpeechError);
