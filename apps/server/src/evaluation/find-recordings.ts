import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { takenFormats } from '@relato/contract';
import { toComparableWords } from './count-word-errors.ts';
import { EvaluationError } from './evaluation-error.ts';
import { readManifest } from './read-manifest.ts';

export interface ReferenceRecording {
  readonly name: string;
  readonly path: string;
  /** The words of the reference text. */
  readonly words: readonly string[];
  /** The groups of the recording, such as `accent: Andes`, in the order of the manifest. */
  readonly groups: readonly string[];
}

const extensions = [...takenFormats, 'MP4', 'MOV'].map((name) => `.${name.toLowerCase()}`);
const endings = extensions.join(', ');
/** The limit exceeds any text of five minutes of speech. */
const maxTextBytes = 100_000;

/** Finds the recordings of a folder, each with the text of the same name. Throws EvaluationError. */
export async function findRecordings(folder: string): Promise<readonly ReferenceRecording[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new EvaluationError(
      error.code === 'ENOENT'
        ? `There is no folder ${folder}.`
        : `${folder} cannot be read: ${error.message}`,
    );
  });
  const audio = names.filter((name) => extensions.includes(parse(name).ext.toLowerCase())).toSorted();
  if (audio.length === 0) {
    throw new EvaluationError(
      `There are no recordings in ${folder}. Put sound there (${endings}), each beside a text of the same name and the ending .txt.`,
    );
  }
  const texts = new Set(names.filter((name) => name.endsWith('.txt')).map((name) => parse(name).name));
  const heard = new Set(audio.map((name) => parse(name).name));
  const problems = [
    ...audio
      .filter((name) => !texts.has(parse(name).name))
      .map((name) => `${name} has no ${parse(name).name}.txt.`),
    ...[...texts]
      .filter((name) => !heard.has(name))
      .map((name) => `${name}.txt has no recording (${endings}).`),
  ];
  const groups = await readManifest(folder, audio);
  const recordings = await Promise.all(
    audio.map(async (name) => ({
      name,
      groups: groups.get(name) ?? [],
      path: join(folder, name),
      words: texts.has(parse(name).name) ? await readWords(join(folder, `${parse(name).name}.txt`)) : [],
    })),
  );
  for (const { name, words } of recordings) {
    if (texts.has(parse(name).name) && words.length === 0)
      problems.push(`${parse(name).name}.txt has no words.`);
  }
  if (problems.length > 0) throw new EvaluationError(problems.join('\n'));
  return recordings;
}

async function readWords(path: string): Promise<readonly string[]> {
  const text = await readFile(path);
  if (text.length > maxTextBytes) throw new EvaluationError(`${path} is longer than five minutes of speech.`);
  return toComparableWords(text.toString('utf8'));
}
