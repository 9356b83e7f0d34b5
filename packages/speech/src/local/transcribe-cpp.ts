import type { TranscribeModel, TranscriptionResult } from 'transcribe-cpp';
import { availableParallelism } from 'node:os';
import type { EngineRequest, Heard } from './protocol.ts';

/** More threads gain little and leave less for others. */
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
 * Loads a model with transcribe.cpp into this process, which native code may end at any moment. Throws if the library is not
 * installed, does not work on this machine, or cannot load the file.
 */
export async function loadEngine(modelPath: string): Promise<Engine> {
  const { TranscribeModel } = await import('transcribe-cpp');
  // Only a Mac uses its graphics driver, because other systems have many, and a bad one hangs or crashes.
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

/** Spanish tags in order of preference. The tag of the USA stands for the Spanish of America. */
const spanishTags = ['es', 'es-419', 'es-US', 'es-ES'];

/**
 * Returns the tag of Spanish in the list of a model, which accepts no other tag, or null without one. A model without a list
 * accepts any tag.
 */
export const toSpanishTag = (languages: readonly string[]): string | null =>
  languages.length === 0
    ? 'es'
    : (spanishTags.find((tag) => languages.includes(tag)) ??
      languages.find((tag) => tag.startsWith('es-')) ??
      null);

/**
 * Returns whether the language of a model can be fixed to Spanish. A Parakeet whose languages have no regions accepts the
 * tag but ignores it, while those with regions use it.
 */
export const canBeTold = (arch: string, languages: readonly string[]): boolean =>
  arch !== 'parakeet' || languages.length === 1 || languages.some((tag) => tag.includes('-'));

async function hear(model: TranscribeModel, samples: Float32Array, language: string): Promise<Heard> {
  const session = model.createSession({ nThreads: Math.min(availableParallelism(), maxThreads) });
  try {
    const result = await session.run(samples, {
      timestamps: 'auto',
      language,
      // A model that went astray repeats the previous text. The seed makes its second attempts repeatable.
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
