import type { ReferenceRecording } from './find-recordings.ts';

export interface Measured {
  /** The number of reference words, and of edits that turn the transcript into them. */
  readonly words: number;
  readonly errors: number;
  /** The number of transcribed words, and of those that belong to another language and were not said. */
  readonly heard: number;
  readonly foreign: number;
  readonly soundSeconds: number;
  readonly workSeconds: number;
}

interface Evaluated {
  readonly name: string;
  readonly outcomes: ReadonlyArray<{
    readonly recording: ReferenceRecording;
    readonly measured: Measured | null;
  }>;
}

const headings = ['RECORDINGS', 'MODEL', 'WORDS', 'WRONG', 'WER', 'FOREIGN', 'SOUND', 'SPEED'];

/** Returns the cells of a table with a row per model for each recording, each group and the total. */
export function toTable(
  recordings: readonly ReferenceRecording[],
  evaluations: readonly Evaluated[],
): readonly (readonly string[])[] {
  const groups = [...new Set(recordings.flatMap((recording) => recording.groups))].toSorted();
  const sets: readonly (readonly [string, (recording: ReferenceRecording) => boolean])[] = [
    ...recordings.map(({ name }) => [name, (each: ReferenceRecording) => each.name === name] as const),
    ...groups.map((group) => [group, (each: ReferenceRecording) => each.groups.includes(group)] as const),
    ['all', () => true],
  ];
  return [
    headings,
    ...sets.flatMap(([title, belongs]) =>
      evaluations.map(({ name, outcomes }) => {
        const own = outcomes.filter(({ recording }) => belongs(recording));
        return [title, name, ...toCells(own.flatMap(({ measured }) => measured ?? []))];
      }),
    ),
  ];
}

function toCells(measured: readonly Measured[]): readonly string[] {
  if (measured.length === 0) return ['-', '-', '-', '-', '-', '-'];
  const sum = (value: (each: Measured) => number) => measured.reduce((total, each) => total + value(each), 0);
  const words = sum((each) => each.words);
  const errors = sum((each) => each.errors);
  const soundSeconds = sum((each) => each.soundSeconds);
  const workSeconds = sum((each) => each.workSeconds);
  return [
    String(words),
    String(errors),
    toPercent(errors, words),
    toPercent(
      sum((each) => each.foreign),
      sum((each) => each.heard),
    ),
    `${soundSeconds.toFixed(1)} s`,
    `${(soundSeconds / Math.max(workSeconds, 0.001)).toFixed(1)}x`,
  ];
}

const toPercent = (part: number, whole: number): string =>
  `${((part / Math.max(whole, 1)) * 100).toFixed(1)} %`;
