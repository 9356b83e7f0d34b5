import { stat } from 'node:fs/promises';
import { limits } from '@relato/contract';
import { SpeechError } from '../speech-error.ts';
import type { SpeechAudio, Transcriber, Transcription } from '../transcriber.ts';
import { toTranscription } from '../transcription.ts';
import { dropInventions } from './drop-inventions.ts';
import { startEngine, setupError, type EngineChild, type EngineSettings } from './engine-child.ts';
import { isSpanish } from './is-spanish.ts';
import { isQuiet, sampleRate, soundLevel, toLoudness } from './loudness.ts';
import type { Heard } from './protocol.ts';
import { splitAtPauses, type Piece } from './split-at-pauses.ts';
import { toWords } from './to-words.ts';
import { takeTurns } from './take-turns.ts';

export interface LocalModel {
  /** Named in the transcripts that it makes. */
  readonly name: string;
  readonly path: string;
}

export interface LocalSettings extends Partial<LocalLimits> {
  /** Asked before every transcription, so that a model takes effect as soon as it is there. */
  readonly findModel: () => Promise<LocalModel | null>;
}

interface LocalTranscriber extends Transcriber {
  /** Ends the process, if one runs. The next recording starts another. */
  readonly end: () => void;
}

interface LocalLimits extends Pick<EngineSettings, 'loadTimeoutMs' | 'pieceTimeoutMs' | 'program'> {
  /** An unused model is kept in memory for this long. */
  readonly idleMs: number;
  /** Given the size of the model's file. */
  readonly toMaxBytes: (modelBytes: number) => number;
}

const { loadTimeoutMs, pieceTimeoutMs, idleMs, extraBytes, bytesPerModelByte } = limits.speech.local;
const defaults: LocalLimits = {
  loadTimeoutMs,
  pieceTimeoutMs,
  idleMs,
  toMaxBytes: (modelBytes) => modelBytes * bytesPerModelByte + extraBytes,
  program: new URL('engine-process.ts', import.meta.url),
};

/**
 * Creates a transcriber that runs a model on this machine, in a process of its own. It takes one recording at a time; others
 * wait for their turn, which their signal may end.
 */
export function createLocal({ findModel, ...given }: LocalSettings): LocalTranscriber {
  const settings = { ...defaults, ...given };
  const turn = takeTurns();
  let loaded: { readonly key: string; readonly engine: EngineChild } | null = null;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    loaded?.engine.end();
    loaded = null;
  }

  /** Returns the running engine, or a new one if it has ended or the file of the model has changed. */
  async function openEngine(model: LocalModel, signal: AbortSignal | undefined): Promise<EngineChild> {
    const file = await stat(model.path).catch((error: unknown) => {
      throw setupError(`the model ${model.name} cannot be read: ${String(error)}`);
    });
    const key = [model.path, file.size, file.mtimeMs].join();
    if (loaded?.key === key && loaded.engine.isAlive()) return loaded.engine;
    end();
    const maxBytes = settings.toMaxBytes(file.size);
    const engine = await startEngine({ ...settings, modelPath: model.path, maxBytes }, signal);
    loaded = { key, engine };
    return engine;
  }

  async function transcribe(
    model: LocalModel,
    { loadSamples }: SpeechAudio,
    signal: AbortSignal | undefined,
  ): Promise<Transcription> {
    clearTimeout(idle);
    try {
      const samples = await loadSamples(signal);
      signal?.throwIfAborted();
      const loudness = toLoudness(samples);
      const pieces = splitAtPauses(loudness);
      // A silent recording needs no model.
      const heard =
        pieces.length === 0
          ? []
          : await hearPieces(await openEngine(model, signal), { samples, pieces, signal });
      const words = heard.flatMap((answer, index) => {
        const piece = pieces[index];
        return piece ? toWords(answer, piece, loudness) : [];
      });
      const level = soundLevel(loudness);
      const kept = dropInventions(words, (some) =>
        isQuiet(loudness, { startMs: some[0]?.startMs ?? 0, endMs: some.at(-1)?.endMs ?? 0 }, level),
      );
      const text = kept.map((word) => word.text).join(' ');
      if (!isSpanish(text)) throw languageError('the words of the transcript');
      return toTranscription({ text, words: kept, engine: 'local', model: model.name });
    } finally {
      idle = setTimeout(end, settings.idleMs).unref();
    }
  }

  return {
    name: 'local',
    transcribe: (audio, { signal }) =>
      turn(async () => {
        const model = await findModel();
        if (!model)
          throw new SpeechError('off', 'There is no model for the local engine: npm run model -- get', {
            trouble: 'setup',
          });
        return transcribe(model, audio, signal);
      }, signal),
    // Nothing is stored under an id.
    delete: async () => {},
    end,
  };
}

/** Returns why this machine cannot run models, or null. Tries it out in a process, which takes about a second. */
export async function findLocalFault({ program, loadTimeoutMs } = defaults): Promise<string | null> {
  try {
    const maxBytes = defaults.toMaxBytes(0);
    const engine = await startEngine(
      { ...defaults, program, loadTimeoutMs, modelPath: '', maxBytes },
      undefined,
    );
    engine.end();
    return null;
  } catch (error) {
    if (error instanceof SpeechError) return error.message;
    throw error;
  }
}

/**
 * Transcribes piece by piece. A model that can tell the language is asked in the first two pieces that are long enough;
 * unless it hears a wholly different one in both, everything is transcribed as Spanish.
 */
async function hearPieces(
  engine: EngineChild,
  {
    samples,
    pieces,
    signal,
  }: {
    readonly samples: Float32Array;
    readonly pieces: readonly Piece[];
    readonly signal: AbortSignal | undefined;
  },
): Promise<Heard[]> {
  const asked = engine.findsLanguage
    ? pieces.filter(({ startMs, endMs }) => endMs - startMs >= fewestMsForLanguage).slice(0, 2)
    : [];
  const foreign: string[] = [];
  const heard: Heard[] = [];
  for (const piece of pieces) {
    const cut = cutOut(samples, piece);
    const guess = asked.includes(piece) ? await engine.hear({ samples: cut, language: null }, signal) : null;
    if (guess?.language && !isNearSpanish(guess.language)) foreign.push(guess.language);
    if (foreign.length > 0 && foreign.length === asked.length) throw languageError(foreign.join(' and '));
    heard.push(
      guess?.language === 'es' ? guess : await engine.hear({ samples: cut, language: 'es' }, signal),
    );
  }
  return heard;
}

/** In less sound than this, models often mistake the language. */
const fewestMsForLanguage = 8_000;

/** Spanish with an accent is often taken for one of these. */
const isNearSpanish = (language: string): boolean =>
  ['es', 'ca', 'gl', 'pt', 'it', 'oc', 'eu', 'la', 'ro', 'ast'].includes(language);

const languageError = (heard: string): SpeechError =>
  new SpeechError('engine', `The local engine heard another language than Spanish: ${heard}`, {
    trouble: 'language',
  });

/** Some models refuse what is shorter. */
const shortestMs = 1_000;

const toIndex = (ms: number): number => Math.floor((ms * sampleRate) / 1000);

function cutOut(samples: Float32Array, { startMs, endMs }: Piece): Float32Array {
  const cut = new Float32Array(Math.max(toIndex(endMs) - toIndex(startMs), toIndex(shortestMs)));
  cut.set(samples.subarray(toIndex(startMs), toIndex(endMs)));
  return cut;
}
