import type { TranscribeModel, TranscriptionResult } from 'transcribe-cpp';
import { availableParallelism } from 'node:os';
import type { EngineRequest, Heard } from './protocol.ts';

/** More threads than this gain little and leave less to others. */
const maxThreads = 4;

export interface Engine {
  readonly takesLanguage: boolean;
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
  const { languages } = model.capabilities;
  const language = toSpanishTag(languages);
  if (language === null) {
    throw new Error(`The model does not understand Spanish (${languages.slice(0, 5).join(', ')})`);
  }
  return {
    takesLanguage: canBeTold(model.arch, languages),
    hear: ({ samples }) => hear(model, samples, language),
  };
}

/** In the order in which they are asked for. The tag of the USA stands for the Spanish of America. */
const spanishTags = ['es', 'es-419', 'es-US', 'es-ES'];

/**
 * Returns the tag under which a model knows Spanish, because it takes only those of its list; null if it does not know it. A
 * model without a list takes any.
 */
export const toSpanishTag = (languages: readonly string[]): string | null =>
  languages.length === 0
    ? 'es'
    : (spanishTags.find((tag) => languages.includes(tag)) ??
      languages.find((tag) => tag.startsWith('es-')) ??
      null);

/**
 * Returns whether a model hears Spanish because it is told so. A Parakeet that lists languages without regions takes the tag and
 * does nothing with it; those with regions are the ones that are prompted.
 */
export const canBeTold = (arch: string, languages: readonly string[]): boolean =>
  arch !== 'parakeet' || languages.length === 1 || languages.some((tag) => tag.includes('-'));

async function hear(model: TranscribeModel, samples: Float32Array, language: string): Promise<Heard> {
  const session = model.createSession({ nThreads: Math.min(availableParallelism(), maxThreads) });
  try {
    const result = await session.run(samples, {
      timestamps: 'auto',
      language,
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

const toHeard = ({ text, segments, tokens }: TranscriptionResult): Heard => ({
  text,
  segments: segments.map(({ text, t0Ms, t1Ms }) => ({ text, startMs: t0Ms, endMs: t1Ms })),
  tokens: tokens.map(({ text, t0Ms, t1Ms, p }) => ({ text, startMs: t0Ms, endMs: t1Ms, confidence: p })),
});
