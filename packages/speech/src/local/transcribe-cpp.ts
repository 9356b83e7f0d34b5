import type { TranscribeModel, TranscriptionResult } from 'transcribe-cpp';
import { availableParallelism } from 'node:os';
import type { EngineRequest, Heard } from './protocol.ts';

/** More threads than this gain little and leave less to others. */
const maxThreads = 4;

export interface Engine {
  readonly findsLanguage: boolean;
  readonly hear: (request: EngineRequest) => Promise<Heard>;
}

/** Throws if the library is not installed or does not work on this machine. */
export async function loadLibrary(): Promise<void> {
  const { version } = await import('transcribe-cpp');
  version();
}

/**
 * Loads a model with transcribe.cpp, into this process: native code may end it at any moment. Throws if the library is not
 * installed or does not work on this machine, or cannot load the file.
 */
export async function loadEngine(modelPath: string): Promise<Engine> {
  const { TranscribeModel } = await import('transcribe-cpp');
  // Graphics drivers are tried nowhere but on a Mac, where there is only one: a bad one hangs or crashes.
  const backend = process.platform === 'darwin' ? 'auto' : 'cpu';
  const model = await TranscribeModel.load(modelPath, { backend });
  const { languages, supportsLanguageDetect } = model.capabilities;
  if (languages.length > 0 && !languages.includes('es')) {
    throw new Error(`The model does not understand Spanish (${languages.slice(0, 5).join(', ')})`);
  }
  return {
    findsLanguage: model.arch === 'whisper' && supportsLanguageDetect,
    hear: (request) => hear(model, request),
  };
}

async function hear(model: TranscribeModel, { samples, language }: EngineRequest): Promise<Heard> {
  const session = model.createSession({ nThreads: Math.min(availableParallelism(), maxThreads) });
  try {
    const result = await session.run(samples, {
      timestamps: 'auto',
      ...(language === null ? {} : { language }),
      // A model that went astray repeats the text before. The seed makes its second guesses repeatable.
      ...(model.arch === 'whisper'
        ? { family: { kind: 'whisper' as const, conditionOnPrevTokens: false, seed: 1 } }
        : {}),
    });
    return toHeard(result);
  } finally {
    session.dispose();
  }
}

const toHeard = ({ text, language, segments, tokens }: TranscriptionResult): Heard => ({
  text,
  language: language === '' ? null : language,
  segments: segments.map(({ text, t0Ms, t1Ms }) => ({ text, startMs: t0Ms, endMs: t1Ms })),
  tokens: tokens.map(({ text, t0Ms, t1Ms, p }) => ({ text, startMs: t0Ms, endMs: t1Ms, confidence: p })),
});
