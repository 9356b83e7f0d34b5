import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from '../data/data-folder.ts';
import type { Row } from './rows.ts';

/** The rows of one section, with how they were measured. */
export interface Result {
  readonly command: string;
  readonly stories: number;
  readonly rows: readonly Row[];
}

const fileOf = (section: string): string => join(cacheDir, 'results', `${section}.json`);

/** Keeps the rows, so that a later run of other sections still prints them. */
export async function keepResult(section: string, result: Result): Promise<void> {
  await mkdir(join(cacheDir, 'results'), { recursive: true });
  await writeFile(fileOf(section), JSON.stringify(result, null, 2));
}

export async function readResult(section: string): Promise<Result | null> {
  const text = await readFile(fileOf(section), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Result); // `keepResult` wrote it
}
