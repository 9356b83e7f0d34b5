// The rows of docs/reliability.md with their tests, whose title, or that of a group around them, starts with the number of
// the row, as in `REL-07: …`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import type { TestResult } from './reports.ts';
import { readIds } from './specification/ids.ts';

export interface FaultRow {
  /** Two digits. */
  readonly row: string;
  readonly fault: string;
}

/** A row with the result of its tests. */
export interface TestedFault extends FaultRow {
  readonly tests: number;
  readonly problems: readonly string[];
}

/** Reads the rows of docs/reliability.md. */
export function readFaultRows(): FaultRow[] {
  const lines = readFileSync(join(root, 'docs/reliability.md'), 'utf8').split('\n');
  const rows = lines.flatMap((line) => {
    const [, row, fault] = /^\| (\d\d) +\| (.+?) +\|/.exec(line) ?? [];
    return row !== undefined && fault !== undefined ? [{ row, fault }] : [];
  });
  if (rows.length === 0) throw new Error('docs/reliability.md has no row that starts with a number');
  return rows;
}

const names = ({ titles }: TestResult, row: string): boolean =>
  titles.some((title) => readIds(title).ids.includes(`REL-${row}`));

/** Returns the rows with their tests that ran. Skipped tests do not count. */
export const toTestedFaults = (rows: readonly FaultRow[], tests: readonly TestResult[]): TestedFault[] =>
  rows.map(({ row, fault }) => {
    const own = tests.filter((test) => test.outcome !== 'skipped' && names(test, row));
    const failed = own.filter(({ outcome }) => outcome === 'failed');
    const problems = failed.map(({ file, titles, messages }) =>
      [`${file} > ${titles.join(' > ')}`, ...messages].join('\n'),
    );
    return { row, fault, tests: own.length, problems };
  });
