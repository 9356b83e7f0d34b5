// The table of SECURITY.md, row by row, with the tests that prove each: those whose title, or that of a group around
// them, starts with its number, as in `SEC-07: …` or `SEC-05, SEC-41: …`.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, say } from './bootstrap.mjs';

const titlePattern = /^SEC-\d\d(?:, SEC-\d\d)*(?=: )/;

function readRows() {
  const lines = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n');
  const rows = lines.flatMap((line) => {
    const [, number, text] = /^\| (SEC-\d\d) +\| (.+?) +\|/.exec(line) ?? [];
    return number ? [{ number, text }] : [];
  });
  if (rows.length === 0) throw new Error('SECURITY.md has no row that starts with SEC-NN');
  return rows;
}

const numbersOf = ({ titles }) => titles.flatMap((title) => titlePattern.exec(title)?.[0].split(', ') ?? []);

const shorten = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** Prints a line for each row and returns how many do not hold: those with a failed test or with none. */
export function printSecurityTable(tests) {
  const proofs = new Map(
    readRows().map((row) => [row.number, { ...row, passed: 0, failed: 0, files: new Set() }]),
  );
  const unknown = new Set();
  for (const test of tests) {
    if (test.outcome === 'skipped') continue;
    for (const number of new Set(numbersOf(test))) {
      const proof = proofs.get(number);
      if (!proof) {
        unknown.add(number);
        continue;
      }
      proof[test.outcome] += 1;
      proof.files.add(basename(test.file).replace(/:.*$/, ''));
    }
  }
  let broken = 0;
  say(`${'row'.padEnd(8)}${'must hold'.padEnd(64)}${'passed'.padStart(6)}${'failed'.padStart(8)}  where`);
  for (const { number, text, passed, failed, files } of proofs.values()) {
    const holds = passed > 0 && failed === 0;
    if (!holds) broken += 1;
    const where = [...files].toSorted((a, b) => a.localeCompare(b)).join(', ') || 'NO TEST';
    const counts = `${String(passed).padStart(6)}${String(failed).padStart(8)}`;
    say(`${number.padEnd(8)}${shorten(text, 62).padEnd(64)}${counts}  ${where}`);
  }
  for (const number of unknown) say(`${number} is the number of tests, but of no row of SECURITY.md`);
  say(`${proofs.size - broken} of ${proofs.size} rows hold`);
  return broken + unknown.size;
}
