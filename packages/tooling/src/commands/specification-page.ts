// Checks docs/specification.md against docs/specification.json and the ids in the titles of all tests, or with `--write`
// writes the page.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { main, root, say } from '../../bootstrap.mjs';
import { writePage } from '../specification/page.ts';
import { listProblems } from '../specification/problems.ts';
import { listMeaningfulLines, type Point } from '../specification/rows.ts';
import { findDisabledTest, readTestTitles } from '../specification/titles.ts';

const page = 'docs/specification.md';
const skippedFolders = new Set(['node_modules', 'dist', 'generated', '.reports', '.turbo', 'test-results']);
/** Its tests quote titles with ids that prove nothing. */
const ownTests = 'packages/tooling/src/specification/';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

function* listFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield path.replaceAll(sep, '/');
    else if (!skippedFolders.has(entry.name)) yield* listFiles(path);
  }
}

await main(() => {
  const files = ['apps', 'packages', 'prisma'].flatMap((folder) => Array.from(listFiles(folder)));
  const tests = files
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.startsWith(ownTests))
    .toSorted()
    .map((file) => ({ file, source: read(file) }));
  const titles = tests.flatMap(({ file, source }) => readTestTitles(file, source));
  const { points }: { points: readonly Point[] } = JSON.parse(read('docs/specification.json'));
  const specification = read('docs/product-specification.md');
  const wanted = writePage(points, titles);
  if (process.argv.includes('--write')) writeFileSync(join(root, page), wanted);
  const problems = [
    ...listProblems({ specification, points, titles, files }),
    ...tests.flatMap(({ file, source }) => {
      const disabled = findDisabledTest(source);
      return disabled === null ? [] : [`${file}: holds a test that does not run (${disabled}).`];
    }),
  ];
  if (read(page) !== wanted)
    problems.push(`${page} is not what the titles of tests say. Run npm run specification:write.`);
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n\n${problems.length} problem(s) with ${page}.\n`);
    return 1;
  }
  const rows = points.flatMap((point) => point.rows);
  const proven = rows.filter((row) => row.unproven === undefined);
  say(
    `specification: ${listMeaningfulLines(specification).size} lines in ${rows.length} rows, ${proven.length} of them proven by ${titles.length} tests`,
  );
  return 0;
});
