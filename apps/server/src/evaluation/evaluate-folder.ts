import { readFile } from 'node:fs/promises';
import { decodeSpeech, inspectRecording } from '@relato/audio';
import { extensionOf, formatMegabytes } from '@relato/contract';
import { SpeechError, type Transcriber } from '@relato/speech';
import { alignColumns } from '../align-columns.ts';
import type { Terminal } from '../run-command.ts';
import { countWordErrors, toComparableWords } from './count-word-errors.ts';
import { EvaluationError, findRecordings, type ReferenceRecording } from './find-recordings.ts';
import { watchMemory } from './peak-memory.ts';

interface Measured {
  readonly words: number;
  readonly errors: number;
  readonly soundSeconds: number;
  readonly workSeconds: number;
}

interface Outcome extends Pick<ReferenceRecording, 'name'> {
  readonly measured: Measured | null;
  /** The reason if there is nothing to measure. */
  readonly failure: string | null;
  readonly maker: string | null;
}

/**
 * Transcribes the recordings of a folder as the server would, and prints how many words are wrong, the speed and the memory.
 * Throws EvaluationError, also if a recording could not be transcribed, and the reason of `signal`.
 */
export async function evaluateFolder(
  folder: string,
  transcriber: Transcriber,
  { print, show, signal }: Pick<Terminal, 'print' | 'show' | 'signal'>,
): Promise<void> {
  if (transcriber.name === 'none') {
    throw new EvaluationError('The settings choose no transcriber: docs/transcription.md has the choices.');
  }
  const recordings = await findRecordings(folder);
  const memory = watchMemory();
  const outcomes: Outcome[] = [];
  try {
    for (const [index, recording] of recordings.entries()) {
      show(`${index + 1} of ${recordings.length}: ${recording.name}`);
      outcomes.push(await evaluate(recording, transcriber, signal));
    }
  } finally {
    memory.end();
  }
  toTable(outcomes).forEach(print);
  const maker = outcomes.find((outcome) => outcome.maker !== null)?.maker ?? transcriber.name;
  const peak = formatMegabytes(memory.readPeakBytes());
  print(`Transcribed by ${maker}. Peak of memory on this machine: ${peak}.`);
  const failures = outcomes.filter(({ failure }) => failure !== null);
  if (failures.length > 0) {
    throw new EvaluationError(failures.map(({ name, failure }) => `${name}: ${failure}`).join('\n'));
  }
}

async function evaluate(
  { name, path, words }: ReferenceRecording,
  transcriber: Transcriber,
  signal: AbortSignal,
): Promise<Outcome> {
  const fail = (failure: string): Outcome => ({ name, measured: null, failure, maker: null });
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
    const measured = {
      words: words.length,
      errors: countWordErrors(words, toComparableWords(text)),
      soundSeconds: durationMs / 1000,
      workSeconds: (performance.now() - startedMs) / 1000,
    };
    return { name, measured, failure: null, maker: model ? `${engine}, ${model}` : engine };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SpeechError)) throw error;
    // It would be the same for every recording.
    if (error.trouble === 'setup') {
      throw new EvaluationError(`${error.message}. docs/transcription.md says what to set.`, {
        cause: error,
      });
    }
    return fail(error.message);
  } finally {
    // Nothing stays at the provider. What cannot be deleted now does not change the figures.
    for (const job of jobs) await transcriber.delete(job).catch(() => {});
  }
}

const headings = ['RECORDING', 'WORDS', 'WRONG', 'WER', 'SOUND', 'SPEED'];

function toTable(outcomes: readonly Outcome[]): readonly string[] {
  const measured = outcomes.flatMap((outcome) => outcome.measured ?? []);
  const sum = (value: (each: Measured) => number) => measured.reduce((total, each) => total + value(each), 0);
  const total: Measured = {
    words: sum(({ words }) => words),
    errors: sum(({ errors }) => errors),
    soundSeconds: sum(({ soundSeconds }) => soundSeconds),
    workSeconds: sum(({ workSeconds }) => workSeconds),
  };
  return alignColumns([
    headings,
    ...outcomes.map((outcome) => [outcome.name, ...toCells(outcome.measured)]),
    ['all', ...toCells(measured.length > 0 ? total : null)],
  ]);
}

function toCells(measured: Measured | null): readonly string[] {
  if (!measured) return ['-', '-', '-', '-', '-'];
  const { words, errors, soundSeconds, workSeconds } = measured;
  return [
    String(words),
    String(errors),
    `${((errors / words) * 100).toFixed(1)} %`,
    `${soundSeconds.toFixed(1)} s`,
    `${(soundSeconds / Math.max(workSeconds, 0.001)).toFixed(1)}x`,
  ];
}
