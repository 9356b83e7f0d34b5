/**
 * The ids of the specification in the titles of tests: `L45: …` proves line 45 of docs/product-specification.md,
 * `L42-44, D03: …` proves three lines and the decision D03. The ids of SECURITY.md come first: `SEC-07: L305: …`.
 */
const range = String.raw`L\d+(?:-\d+)?`;
const decision = String.raw`D\d\d`;
const id = `(?:${range}|${decision})`;
const prefix = new RegExp(String.raw`^((?:(?:SEC|REL)-\d\d(?:, |: | ))*)((?:${id}, )*${id}): `);

export interface ProvingTitle {
  /** The title without the ids of the specification. */
  readonly text: string;
  /** One id for each line, such as `L42`, `L43`, `L44` for `L42-44`. */
  readonly ids: readonly string[];
}

/** Reads the ids from a title. Returns null for a title without ids. */
export function readIds(title: string): ProvingTitle | null {
  const match = prefix.exec(title);
  if (!match) return null;
  const [head, others = '', ids = ''] = match;
  return { text: others + title.slice(head.length), ids: ids.split(', ').flatMap(expandId) };
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
