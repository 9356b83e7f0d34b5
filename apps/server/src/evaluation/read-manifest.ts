import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EvaluationError } from './evaluation-error.ts';

const fileName = 'manifest.csv';

/**
 * Reads the groups of the recordings in a folder from a table. Its first column has their names, and each other column a
 * property, such as the accent. An empty cell adds no group. Without the file there are no groups. Throws EvaluationError.
 */
export async function readManifest(
  folder: string,
  recordings: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new EvaluationError(`${fileName} cannot be read: ${error.message}`);
  });
  if (text === null) return new Map();
  const [header = [], ...rows] = toRows(text);
  const [, ...properties] = header;
  const groups = new Map(
    rows.map(([name = '', ...values]) => [
      name,
      properties.flatMap((property, index) => (values[index] ? [`${property}: ${values[index]}`] : [])),
    ]),
  );
  const problems = [
    ...rows
      .filter((cells) => cells.length !== header.length)
      .map(([name]) => `${fileName} has not as many cells for ${name} as its first line.`),
    ...recordings.filter((name) => !groups.has(name)).map((name) => `${name} is not in ${fileName}.`),
    ...[...groups.keys()]
      .filter((name) => !recordings.includes(name))
      .map((name) => `${fileName} names ${name}, which is not there.`),
  ];
  if (problems.length > 0) throw new EvaluationError(problems.join('\n'));
  return groups;
}

/** Splits a table as spreadsheets write it: at semicolons in locales with a decimal comma. Does not parse quoted cells. */
function toRows(text: string): string[][] {
  const lines = text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '');
  const separator = lines[0]?.includes(';') ? ';' : ',';
  return lines.map((line) => line.split(separator).map((cell) => cell.trim()));
}
