import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../data/data-folder.ts';
import { verdictOf, type Row } from './rows.ts';

const pageFile = fileURLToPath(new URL('../../../../docs/performance.md', import.meta.url));
const resultsFile = join(cacheDir, 'results.json');
/** The bench writes between these two lines. The rest of the page is written by hand. */
const measuredPart = /(<!-- measured -->\n).*(\n<!-- end of measured -->)/s;

/** The rows of each section, with the circumstances of their measurement. */
type Results = Readonly<
  Record<string, { readonly command: string; readonly stories: number; readonly rows: readonly Row[] }>
>;

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const toLine = (row: Row): string => {
  const { workload, bar, measured, note } = row;
  const cells = [workload, bar ?? '', note ? `${measured} <br> ${note}` : measured, verdictOf(row)];
  return `| ${cells.map(escapeCell).join(' | ')} |`;
};

/** Stores the rows of some sections, and writes the page from those of all, in the given order. */
export async function writePage(
  measured: Results,
  sections: readonly string[],
  stories: number,
): Promise<void> {
  const kept = await readFile(resultsFile, 'utf8').catch(() => '{}');
  const all: Results = { ...(JSON.parse(kept) as Results), ...measured }; // written below
  await mkdir(cacheDir, { recursive: true });
  await writeFile(resultsFile, JSON.stringify(all, null, 2));
  // Rows of a database of another size would not be comparable.
  const results = sections.flatMap((name) => all[name] ?? []).filter((result) => result.stories === stories);
  const rows = results.flatMap((result) => result.rows);
  const judged = rows.filter(({ bar, holds }) => bar !== null && holds !== null);
  const commands = [...new Set(results.map(({ command }) => `\`${command}\``))];
  const [cpu] = cpus();
  const text = `
Measured by ${commands.join(', ')} on ${stories.toLocaleString('en')} stories: ${judged.filter(({ holds }) => holds).length} of ${judged.length} bars hold.
${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}, Node ${process.versions.node}.

| workload | bar | measured | |
| --- | --- | --- | --- |
${rows.map(toLine).join('\n')}
`;
  const page = await readFile(pageFile, 'utf8');
  await writeFile(
    pageFile,
    page.replace(measuredPart, (_, start: string, end: string) => start + text + end),
  );
}
