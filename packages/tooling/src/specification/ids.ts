/**
 * The ids at the beginning of the titles of tests, in any order, as in `SEC-07, SEC-41: L305: …`: rows of SECURITY.md and of
 * docs/reliability.md, lines of docs/product-specification.md (`L45` or `L42-44`), and decisions (`D03`).
 */
const id = String.raw`(?:(?:SEC|REL)-\d\d|L\d+(?:-\d+)?|D\d\d)`;
const prefix = new RegExp(`^(?:${id}(?:, |: ))*${id}: `);

export interface ProvingTitle {
  /** The title without its ids. */
  readonly text: string;
  /** One id for each line, such as `L42`, `L43`, `L44` for `L42-44`. */
  readonly ids: readonly string[];
}

export function readIds(title: string): ProvingTitle {
  const [head = ''] = prefix.exec(title) ?? [];
  return { text: title.slice(head.length), ids: head.split(/, |: /).slice(0, -1).flatMap(expandId) };
}

function expandId(text: string): readonly string[] {
  return text.startsWith('L') ? expandLines(text.slice(1)).map((line) => `L${line}`) : [text];
}

/** Returns the numbers of `21`, `24-30` or `3, 9`. Throws for any other text. */
export function expandLines(text: string): readonly number[] {
  return text.split(', ').flatMap((part) => {
    const bounds = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (!bounds) throw new Error(`“${part}” names no lines: write 21, or 24-30, or 21, 24-30.`);
    const first = Number(bounds[1]);
    const last = Number(bounds[2] ?? first);
    if (last < first) throw new Error(`“${part}” ends before it begins.`);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
