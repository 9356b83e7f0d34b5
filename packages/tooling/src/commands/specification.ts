// Checks docs/specification.json against docs/product-specification.md and the ids in the titles of all tests. With a line
// of the specification (`45`) or a decision (`D03`), prints its files and its tests.
import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { main, root, say } from '../../bootstrap.mjs';
import { listProblems } from '../specification/problems.ts';
import { listMeaningfulLines, toIds, type Point, type Row } from '../specification/rows.ts';
import { findDisabledTest, readTestTitles, type TestTitle } from '../specification/titles.ts';

const rowsFile = 'docs/specification.json';
const skippedFolders = new Set(['node_modules', 'dist', 'generated', '.reports', '.turbo', 'test-results']);
/** The tests of this command quote titles with ids that prove nothing. */
const ownTests = 'packages/tooling/src/specification/';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

function* listFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield path.replaceAll(sep, '/');
    else if (!skippedFolders.has(entry.name)) yield* listFiles(path);
  }
}

/** Returns the files of the line or the decision, and the tests with its id. */
function describe(id: string, rows: readonly Row[], titles: readonly TestTitle[]): string {
  const row = rows.find((each) => toIds(each).includes(id));
  if (row === undefined) return `${id} is in no row of ${rowsFile}`;
  const proofs = titles.filter(({ ids }) => ids.includes(id));
  return [
    `${id}: ${row.what}`,
    ...[...row.builtIn, ...[row.note ?? []].flat()].map((text) => `  built in: ${text}`),
    ...proofs.map(({ file, line, text }) => `  proven by: ${file}:${line} ${text}`),
    ...[row.unproven ?? []].flat().map((reason) => `  no test: ${reason}`),
  ].join('\n');
}

await main(() => {
  const files = ['apps', 'packages', 'prisma'].flatMap((folder) => Array.from(listFiles(folder)));
  const tests = files
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.startsWith(ownTests))
    .toSorted()
    .map((file) => ({ file, source: read(file) }));
  const titles = tests.flatMap(({ file, source }) => readTestTitles(file, source));
  const { points }: { points: readonly Point[] } = JSON.parse(read(rowsFile));
  const specification = read('docs/product-specification.md');
  const rows = points.flatMap((point) => point.rows);
  const [, , asked] = process.argv;
  if (asked !== undefined) {
    say(describe(asked.startsWith('D') ? asked : `L${asked}`, rows, titles));
    return 0;
  }
  const problems = [
    ...listProblems({ specification, points, titles, files }),
    ...tests.flatMap(({ file, source }) => {
      const disabled = findDisabledTest(source);
      return disabled === null ? [] : [`${file}: holds a test that does not run (${disabled}).`];
    }),
  ];
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n\n${problems.length} problem(s) with ${rowsFile}.\n`);
    return 1;
  }
  const proven = rows.filter((row) => row.unproven === undefined);
  say(
    `specification: ${listMeaningfulLines(specification).size} lines in ${rows.length} rows, ${proven.length} of them proven by ${titles.length} tests`,
  );
  return 0;
});
