// Checks docs/specification.md, the table from the lines of docs/product-specification.md to where each is built and to
// the test that fails without it: no line is left out, and every file and test that it names is there.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { main, root, say } from './bootstrap.mjs';

const specificationFile = 'docs/product-specification.md';
const tableFile = 'docs/specification.md';
const folders = ['apps', 'packages', 'prisma'];
const skippedFolders = new Set(['node_modules', 'dist', 'generated', '.reports', '.turbo', 'test-results']);

const problems = [];
const read = (file) => readFileSync(join(root, file), 'utf8');

function* listFiles(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) yield path.replaceAll(sep, '/');
    else if (!skippedFolders.has(entry.name)) yield* listFiles(path);
  }
}
const files = folders.flatMap((folder) => Array.from(listFiles(folder)));

/** The file that a name means: the end of its path, long enough to mean no other. */
function findFile(name, line) {
  const found = files.filter((file) => file === name || file.endsWith(`/${name}`));
  if (found.length === 1) return found[0];
  problems.push(
    found.length === 0
      ? `${tableFile}:${line}: there is no file ${name}. Name where this is now, or build it again.`
      : `${tableFile}:${line}: ${name} may be ${found.join(' or ')}. Write more of its path.`,
  );
  return null;
}

/** Without the backslashes of its string, and without the tags that choose the browsers of a test. */
const toTitle = (text) => text.replaceAll(/\\(['"`])/g, '$1').replace(/(?:\s@\w+)+$/, '');

const titlesOf = new Map();
/** Every text that is the first argument of a call: the titles of tests are among them. */
function readTitles(file) {
  if (!titlesOf.has(file)) {
    const source = read(file);
    const skipped = /\b(?:it|test|describe)\.(?:only|skip|fixme|todo)\(\s*['"`]/.exec(source);
    if (skipped) problems.push(`${file}: holds a test that does not run (${skipped[0]}…).`);
    const texts = source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g);
    titlesOf.set(file, new Set(Array.from(texts, ([, , text]) => toTitle(text))));
  }
  return titlesOf.get(file);
}

function checkTests(cell, line) {
  const named = [...cell.matchAll(/`([^`]+)`((?:\s*“[^”]+”,?)*)/g)];
  for (const [, name, titles] of named) {
    const file = findFile(name, line);
    if (file === null) continue;
    if (!/\.(?:test|spec)\.tsx?$/.test(file))
      problems.push(`${tableFile}:${line}: ${name} is no test. Files that build belong in the third column.`);
    const wanted = [...titles.matchAll(/“([^”]+)”/g)].map(([, title]) => title);
    if (wanted.length === 0)
      problems.push(`${tableFile}:${line}: say which test of ${name} fails: \`${name}\` “its title”.`);
    const known = readTitles(file);
    for (const title of wanted) {
      if (!known.has(title))
        problems.push(
          `${tableFile}:${line}: ${file} has no test “${title}”. Write its title as it is now, or bring back what proved this.`,
        );
    }
  }
  if (named.length === 0 && !cell.startsWith('— '))
    problems.push(
      `${tableFile}:${line}: names no test. Write \`file\` “title of a test”, or — and why there is none.`,
    );
  return named.length > 0;
}

/** `21, 24–30` → the numbers of the lines. */
function toNumbers(text, line) {
  return text.split(/,\s*/).flatMap((part) => {
    const range = /^(\d+)(?:–(\d+))?$/.exec(part.trim());
    if (!range) {
      problems.push(
        `${tableFile}:${line}: “${part}” is no line of ${specificationFile}: write 21, or 24–30, or “decided”.`,
      );
      return [];
    }
    const first = Number(range[1]);
    return Array.from({ length: Number(range[2] ?? first) - first + 1 }, (_, index) => first + index);
  });
}

/** The lines that say something: neither headings nor the head of a table. */
const meaningfulLines = () =>
  read(specificationFile)
    .split('\n')
    .map((text, index) => ({ text, number: index + 1 }))
    .filter(({ text }, index, all) => {
      const isHeading = /^#|^\*\*[^*]+\*\*$/.test(text);
      const isTableHead = /^\|[-|]+\|$/.test(text) || /^\|[-|]+\|$/.test(all[index + 1]?.text ?? '');
      return text.trim() !== '' && !isHeading && !isTableHead;
    });

await main(() => {
  const covered = new Set();
  let tests = 0;
  for (const [index, row] of read(tableFile).split('\n').entries()) {
    const line = index + 1;
    const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (cells.length !== 6 || /^-+$/.test(cells[1]) || cells[1] === 'Lines') {
      if (row.startsWith('|') && cells.length !== 6)
        problems.push(`${tableFile}:${line}: a row has four cells: lines, what, built in, fails without it.`);
      continue;
    }
    const [, lines, , places, proofs] = cells;
    if (lines !== 'decided') for (const number of toNumbers(lines, line)) covered.add(number);
    for (const [, name] of places.matchAll(/`([^`]+)`/g)) findFile(name, line);
    if (checkTests(proofs, line)) tests += 1;
  }
  const meaningful = meaningfulLines();
  for (const { text, number } of meaningful) {
    if (!covered.has(number))
      problems.push(
        `${relative(root, join(root, specificationFile))}:${number}: is in no row of ${tableFile}: ${text}`,
      );
  }
  if (problems.length > 0) {
    process.stderr.write(
      `${problems.join('\n')}\n\n${problems.length} problem(s): ${tableFile} says where each line of the specification is built and which test fails without it.\n`,
    );
    return 1;
  }
  say(
    `specification: ${meaningful.length} lines are built where the table says, ${tests} rows name tests that are there`,
  );
  return 0;
});
