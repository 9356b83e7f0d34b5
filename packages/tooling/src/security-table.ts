// The table of SECURITY.md with the tests of each row, whose title, or that of a group around them, starts with its number,
// as in `SEC-07: …` or `SEC-05, SEC-41: …`.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import type { TestResult } from './reports.ts';
import { readIds } from './specification/ids.ts';

interface Row {
  readonly number: string;
  readonly text: string;
}

interface Proof extends Row {
  passed: number;
  failed: number;
  readonly files: Set<string>;
}

/** Reads the rows of SECURITY.md. */
export function readSecurityRows(): Row[] {
  const lines = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n');
  const rows = lines.flatMap((line) => {
    const [, number, text] = /^\| (SEC-\d\d) +\| (.+?) +\|/.exec(line) ?? [];
    return number && text ? [{ number, text }] : [];
  });
  if (rows.length === 0) throw new Error('SECURITY.md has no row that starts with SEC-NN');
  return rows;
}

const toNumbers = ({ titles }: TestResult): string[] =>
  titles.flatMap((title) => readIds(title).ids.filter((id) => id.startsWith('SEC-')));

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

function toLine({ number, text, passed, failed, files }: Proof): string {
  const where = [...files].toSorted((a, b) => a.localeCompare(b)).join(', ') || 'NO TEST';
  const counts = `${String(passed).padStart(6)}${String(failed).padStart(8)}`;
  return `${number.padEnd(8)}${shorten(text, 62).padEnd(64)}${counts}  ${where}`;
}

/**
 * Returns the table as text, and the number of failing rows in `broken`. A row passes if it has tests and all of them
 * passed. Tests that name an unknown row count as broken too.
 */
export function toSecurityTable(
  rows: readonly Row[],
  tests: readonly TestResult[],
): { readonly text: string; readonly broken: number } {
  const proofs = new Map(
    rows.map((row): [string, Proof] => [row.number, { ...row, passed: 0, failed: 0, files: new Set() }]),
  );
  const unknown = new Set<string>();
  for (const test of tests) {
    if (test.outcome === 'skipped') continue;
    for (const number of new Set(toNumbers(test))) {
      const proof = proofs.get(number);
      if (!proof) {
        unknown.add(number);
        continue;
      }
      proof[test.outcome] += 1;
      proof.files.add(basename(test.file).replace(/:.*$/, ''));
    }
  }
  const broken = [...proofs.values()].filter(({ passed, failed }) => passed === 0 || failed > 0).length;
  const head = `${'row'.padEnd(8)}${'must hold'.padEnd(64)}${'passed'.padStart(6)}${'failed'.padStart(8)}  where`;
  const text = [
    head,
    ...Array.from(proofs.values(), toLine),
    ...Array.from(unknown, (number) => `${number} is in titles of tests, but is no row of SECURITY.md`),
    `${proofs.size - broken} of ${proofs.size} rows hold`,
  ].join('\n');
  return { text, broken: broken + unknown.size };
}
