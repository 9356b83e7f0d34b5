import { readFile } from 'node:fs/promises';
import { decodeSpeech, inspectRecording } from '@relato/audio';
import { extensionOf, formatMegabytes } from '@relato/contract';
import { countForeignWords, SpeechError, type Transcriber } from '@relato/speech';
import { alignColumns } from '../boot/align-columns.ts';
import type { Terminal } from '../boot/run-command.ts';
import { countWordErrors, toComparableWords } from './count-word-errors.ts';
import { EvaluationError } from './evaluation-error.ts';
import { findRecordings, type ReferenceRecording } from './find-recordings.ts';
import { watchMemory } from './peak-memory.ts';
import { toTable, type Measured } from './to-table.ts';

interface Outcome {
  readonly recording: ReferenceRecording;
  readonly measured: Measured | null;
  /** The reason if there is no result to measure. */
  readonly failure: string | null;
  readonly engine: string | null;
  readonly model: string | null;
}

/** A transcriber with all its results. */
interface Evaluation {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
}

/**
 * Transcribes the recordings of a folder as the server does, with one transcriber after another. Prints the share of wrong
 * words, the speed and the memory. Throws EvaluationError, also if a recording could not be transcribed, and the reason of
 * `signal`.
 */
export async function evaluateFolder(
  folder: string,
  transcribers: readonly Transcriber[],
  terminal: Pick<Terminal, 'print' | 'show' | 'signal'>,
): Promise<void> {
  if (transcribers.some(({ name }) => name === 'none')) {
    throw new EvaluationError('The settings choose no transcriber: docs/transcription.md has the choices.');
  }
  const recordings = await findRecordings(folder);
  const evaluations: Evaluation[] = [];
  const makers: string[] = [];
  for (const transcriber of transcribers) {
    const { maker, ...evaluation } = await evaluateOne(recordings, transcriber, terminal);
    evaluations.push(evaluation);
    makers.push(maker);
  }
  const { print } = terminal;
  alignColumns(toTable(recordings, evaluations)).forEach(print);
  makers.forEach(print);
  const failures = evaluations.flatMap(({ outcomes }) => outcomes.filter(({ failure }) => failure !== null));
  if (failures.length > 0) {
    throw new EvaluationError(
      [...new Set(failures.map(({ recording, failure }) => `${recording.name}: ${failure}`))].join('\n'),
    );
  }
}

/** Evaluates one transcriber. Also returns a line with its model, duration and memory. */
async function evaluateOne(
  recordings: readonly ReferenceRecording[],
  transcriber: Transcriber,
  { show, signal }: Pick<Terminal, 'show' | 'signal'>,
): Promise<Evaluation & { readonly maker: string }> {
  const memory = watchMemory();
  const outcomes: Outcome[] = [];
  try {
    for (const [index, recording] of recordings.entries()) {
      show(`${index + 1} of ${recordings.length}: ${recording.name}`);
      outcomes.push(await evaluate(recording, transcriber, signal));
    }
    const { engine = null, model = null } = outcomes.find((outcome) => outcome.engine !== null) ?? {};
    const parts = [engine ?? transcriber.name, model].filter((part) => part !== null);
    return {
      name: model ?? transcriber.name,
      outcomes,
      maker: `Transcribed by ${parts.join(', ')}. Peak of memory on this machine: ${formatMegabytes(memory.readPeakBytes())}.`,
    };
  } finally {
    memory.end();
    // Frees the memory, so that the next transcriber is measured alone.
    transcriber.end?.();
  }
}

async function evaluate(
  recording: ReferenceRecording,
  transcriber: Transcriber,
  signal: AbortSignal,
): Promise<Outcome> {
  const fail = (failure: string): Outcome => ({
    recording,
    measured: null,
    failure,
    engine: null,
    model: null,
  });
  const { path, words } = recording;
  const inspection = await inspectRecording(await readFile(path));
  if (!inspection.ok) return fail(`is not taken as a recording (${inspection.reason})`);
  const { container, durationMs, playback } = inspection;
  const jobs: string[] = [];
  const startedMs = performance.now();
  try {
    const { text, engine, model } = await transcriber.transcribe(
      {
        extension: extensionOf(container),
        load: async () => playback,
        loadSamples: (aborted) => decodeSpeech(playback, { signal: aborted }),
      },
      { job: null, onJob: async (job) => void jobs.push(job), signal },
    );
    const heard = toComparableWords(text);
    const measured = {
      words: words.length,
      errors: countWordErrors(words, heard),
      heard: heard.length,
      foreign: countForeignWords(heard, words),
      soundSeconds: durationMs / 1000,
      workSeconds: (performance.now() - startedMs) / 1000,
    };
    return { recording, measured, failure: null, engine, model };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SpeechError)) throw error;
    // A wrong setup would fail every recording alike.
    if (error.trouble === 'setup') {
      throw new EvaluationError(`${error.message}. docs/transcription.md says what to set.`, {
        cause: error,
      });
    }
    return fail(error.message);
  } finally {
    // Leaves no recording at the provider. A failed deletion does not change the figures.
    for (const job of jobs) await transcriber.delete(job).catch(() => {});
  }
}
