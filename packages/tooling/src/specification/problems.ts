import { listMeaningfulLines, toIds, type Point, type Row } from './rows.ts';
import type { TestTitle } from './titles.ts';

export interface Sources {
  /** The text of docs/product-specification.md. */
  readonly specification: string;
  readonly points: readonly Point[];
  readonly titles: readonly TestTitle[];
  /** Every file of the repository that a row may name. */
  readonly files: readonly string[];
}

const rowsFile = 'docs/specification.json';
const specificationFile = 'docs/product-specification.md';

/** Lists the problems of the rows and of the ids of the tests, with the remedies. */
export function listProblems({ specification, points, titles, files }: Sources): readonly string[] {
  const lines = listMeaningfulLines(specification);
  const rows = points.flatMap((point) => point.rows);
  const known = new Set([...lines.keys()].map((line) => `L${line}`));
  for (const { decision } of rows) if (decision !== undefined) known.add(decision);
  const proven = new Set(titles.flatMap(({ ids }) => ids));
  const rowsOf = Map.groupBy(
    rows.flatMap((row) => toIds(row)),
    (id) => id,
  );
  return [
    ...Array.from(rowsOf).flatMap(([id, found]) =>
      found.length > 1 ? [`${rowsFile}: ${id} is in ${found.length} rows. Keep one.`] : [],
    ),
    ...Array.from(lines).flatMap(([line, text]) =>
      rowsOf.has(`L${line}`) ? [] : [`${specificationFile}:${line}: is in no row of ${rowsFile}: ${text}`],
    ),
    ...titles.flatMap(({ file, line, ids }) =>
      ids
        .filter((id) => !known.has(id))
        .map(
          (id) =>
            `${file}:${line}: names ${id}, which is neither a line of ${specificationFile} nor a decision.`,
        ),
    ),
    ...rows.flatMap((row) => listProblemsOfRow(row, known, proven)),
    ...rows.flatMap((row) => row.builtIn.flatMap((name) => findProblemOfFile(name, files) ?? [])),
  ];
}

function listProblemsOfRow(
  row: Row,
  known: ReadonlySet<string>,
  proven: ReadonlySet<string>,
): readonly string[] {
  const ids = toIds(row);
  const unproven = ids.filter((id) => known.has(id) && !proven.has(id));
  return [
    ...ids
      .filter((id) => !known.has(id))
      .map((id) => `${rowsFile}: ${id} is no line that says something in ${specificationFile}.`),
    ...(row.unproven === undefined
      ? unproven.map(
          (id) =>
            `${rowsFile}: ${id} (${row.what}) has no test. Write \`${id}: \` before the title of the test that fails without it, or say why there is none in "unproven".`,
        )
      : ids
          .filter((id) => proven.has(id))
          .map(
            (id) => `${rowsFile}: ${id} is called unproven, but tests carry its id. Keep one of the two.`,
          )),
  ];
}

/** A name is the end of a path that matches exactly one file. */
function findProblemOfFile(name: string, files: readonly string[]): string | null {
  const found = files.filter((file) => file === name || file.endsWith(`/${name}`));
  if (found.length === 1) return null;
  return found.length === 0
    ? `${rowsFile}: there is no file ${name}. Name where this is built now.`
    : `${rowsFile}: ${name} may be ${found.join(' or ')}. Write more of its path.`;
}
