import { expandLines } from './ids.ts';

/** A row of docs/specification.json: some lines of the product's specification, or a further decision. */
export interface Row {
  /** Lines of docs/product-specification.md: `45`, `59-61` or `3, 9`. Either these or `decision`. */
  readonly lines?: string;
  /** The id of a decision: `D03`. */
  readonly decision?: string;
  readonly what: string;
  /** Files, named by the end of their path. */
  readonly builtIn: readonly string[];
  /** A text after the files, such as the decision that differs from the line. */
  readonly note?: string;
  /** The reason why no test proves the row. */
  readonly unproven?: string;
}

export interface Point {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Returns the ids in the titles of the row's tests. */
export function toIds({ lines, decision }: Row): readonly string[] {
  if (decision !== undefined) return [decision];
  return expandLines(lines ?? '').map((line) => `L${line}`);
}

/** Returns whether a line separates the head of a table from its body. */
const isRule = (text: string | undefined): boolean => /^\|[-|]+\|$/.test(text ?? '');

/** Returns the numbered lines with content, without headings and heads of tables. */
export function listMeaningfulLines(specification: string): ReadonlyMap<number, string> {
  const lines = specification.split('\n');
  const says = (text: string, index: number) =>
    text.trim() !== '' && !/^#|^\*\*[^*]+\*\*$/.test(text) && !isRule(text) && !isRule(lines[index + 1]);
  return new Map(lines.flatMap((text, index) => (says(text, index) ? [[index + 1, text] as const] : [])));
}
