import { expandLines } from './ids.ts';

/** A row of docs/specification.json: some lines of the product's specification, or a decision beyond it. */
export interface Row {
  /** Lines of docs/product-specification.md: `45`, `59-61` or `3, 9`. Either these or `decision`. */
  readonly lines?: string;
  /** The id of a decision: `D03`. */
  readonly decision?: string;
  readonly what: string;
  /** Files, named by the end of their path. */
  readonly builtIn: readonly string[];
  /** What follows the files, such as the decision that differs from the line. */
  readonly note?: string;
  /** Why no test proves the row. */
  readonly unproven?: string;
}

export interface Point {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** The ids that the tests of the row carry. */
export function toIds({ lines, decision }: Row): readonly string[] {
  if (decision !== undefined) return [decision];
  return expandLines(lines ?? '').map((line) => `L${line}`);
}

/** The line between the head of a table and its body. */
const isRule = (text: string | undefined): boolean => /^\|[-|]+\|$/.test(text ?? '');

/** The numbers of the lines that say something: neither headings nor the heads of tables. */
export function listMeaningfulLines(specification: string): ReadonlyMap<number, string> {
  const lines = specification.split('\n');
  const says = (text: string, index: number) =>
    text.trim() !== '' && !/^#|^\*\*[^*]+\*\*$/.test(text) && !isRule(text) && !isRule(lines[index + 1]);
  return new Map(lines.flatMap((text, index) => (says(text, index) ? [[index + 1, text] as const] : [])));
}
