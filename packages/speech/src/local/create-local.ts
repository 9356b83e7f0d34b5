import { stat } from 'node:fs/promises';
import { speechLimits } from '@relato/contract';
import { isSpanish } from '../is-spanish.ts';
import { SpeechError } from '../speech-error.ts';
import type { SpeechAudio, Transcriber, Transcription } from '../transcriber.ts';
import { toTranscription } from '../transcription.ts';
import { dropInventions } from './drop-inventions.ts';
import { startEngine, setupError, type EngineChild, type EngineSettings } from './engine-child.ts';
import { isQuiet, sampleRate, soundLevel, toLoudness, type Loudness } from './loudness.ts';
import type { Heard } from './protocol.ts';
import { splitAtPauses, type Piece } from './split-at-pauses.ts';
import { toWords } from './to-words.ts';
import { takeTurns } from './take-turns.ts';

export interface LocalModel {
  /** The name in transcripts of this model. */
  readonly name: string;
  readonly path: string;
}

export interface LocalSettings extends Partial<LocalLimits> {
  /** Called before every transcription, so that a model takes effect as soon as it exists. */
  readonly findModel: () => Promise<LocalModel | null>;
  /** Returns a model whose language can be fixed to Spanish. Called if another model has drifted into another language. */
  readonly findTold?: () => Promise<LocalModel | null>;
}

interface LocalLimits extends Pick<EngineSettings, 'loadTimeoutMs' | 'pieceTimeoutMs' | 'program'> {
  /** The time for which an unused model stays in memory. */
  readonly idleMs: number;
  /** Called with the size of the model's file. */
  readonly toMaxBytes: (modelBytes: number) => number;
}

interface Sound {
  readonly samples: Float32Array;
  readonly loudness: Loudness;
  readonly pieces: readonly Piece[];
}

const { loadTimeoutMs, pieceTimeoutMs, idleMs, extraBytes, bytesPerModelByte } = speechLimits.local;
const defaults: LocalLimits = {
  loadTimeoutMs,
  pieceTimeoutMs,
  idleMs,
  toMaxBytes: (modelBytes) => modelBytes * bytesPerModelByte + extraBytes,
  program: new URL('engine-process.ts', import.meta.url),
};

/**
 * Creates a transcriber that runs a model on this machine, in a process of its own. It transcribes one recording at a time.
 * Others wait for their turn, unless their signal aborts.
 */
export function createLocal({
  findModel,
  findTold = async () => null,
  ...given
}: LocalSettings): Required<Transcriber> {
  const settings = { ...defaults, ...given };
  const turn = takeTurns();
  let loaded: { readonly key: string; readonly engine: EngineChild } | null = null;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    loaded?.engine.end();
    loaded = null;
  }

  /** Returns the running engine, or a new one if that has ended or the file of the model has changed. */
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

  /** Transcribes with one model. `isUnsure` marks a drift into another language. */
  async function hear(
    model: LocalModel,
    { samples, loudness, pieces }: Sound,
    signal: AbortSignal | undefined,
  ): Promise<Transcription> {
    // A silent recording needs no model.
    const engine = pieces.length === 0 ? null : await openEngine(model, signal);
    const heard: Heard[] = [];
    for (const piece of pieces) {
      const answer = await engine?.hear({ samples: cutOut(samples, piece) }, signal);
      if (answer) heard.push(answer);
    }
    const words = heard.flatMap((answer, index) => {
      const piece = pieces[index];
      return piece ? toWords(answer, piece, loudness) : [];
    });
    const level = soundLevel(loudness);
    const kept = dropInventions(words, (some) =>
      isQuiet(loudness, { startMs: some[0]?.startMs ?? 0, endMs: some.at(-1)?.endMs ?? 0 }, level),
    );
    const text = kept.map((word) => word.text).join(' ');
    // The author may quote another language, but a model without a fixed language also drifts for half a minute.
    const isUnsure = engine?.takesLanguage === false && heard.some((answer) => !isSpanish(answer.text));
    return toTranscription({ text, words: kept, engine: 'local', model: model.name, isUnsure });
  }

  /** Never refuses a drifted text: a model with a fixed language repeats it, or the text stays unsure. */
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
      const sound = { samples, loudness, pieces: splitAtPauses(loudness) };
      const first = await hear(model, sound, signal);
      const told = first.isUnsure && !loaded?.engine.takesLanguage ? await findTold() : null;
      if (told === null) return first;
      return await hear(told, sound, signal).catch((error: unknown) => {
        if (error instanceof SpeechError) return first;
        throw error;
      });
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
    // A local model stores nothing under an id.
    delete: async () => {},
    end,
  };
}

/** Returns why this machine cannot run models, or null. Tries to run the library in a process, which takes about a second. */
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

/** Some models refuse shorter pieces. */
const shortestMs = 1_000;

const toIndex = (ms: number): number => Math.floor((ms * sampleRate) / 1000);

function cutOut(samples: Float32Array, { startMs, endMs }: Piece): Float32Array {
  const cut = new Float32Array(Math.max(toIndex(endMs) - toIndex(startMs), toIndex(shortestMs)));
  cut.set(samples.subarray(toIndex(startMs), toIndex(endMs)));
  return cut;
}
