import { toIds, type Point, type Row } from './rows.ts';
import type { TestTitle } from './titles.ts';

const introduction = `# Where the specification is built

Each line of [product-specification.md](product-specification.md), the files that build it, and the tests that fail
without it: those whose titles carry its id, as in \`L45: …\`. Files are named by the end of their path.

This page is generated from [specification.json](specification.json) and the titles of all tests. Write it anew with
\`npm run specification:write\`; \`npm run check\` fails when it differs, when a line has no row, and when a row has neither
a test nor a reason.
`;

/** Returns the Markdown of docs/specification.md. */
export function writePage(points: readonly Point[], titles: readonly TestTitle[]): string {
  return [introduction, ...points.map((point) => writePoint(point, titles))].join('\n');
}

const writePoint = ({ title, rows }: Point, titles: readonly TestTitle[]): string =>
  `## ${title}

| Lines | What | Built in | Fails without it |
|---|---|---|---|
${rows.map((row) => writeRow(row, titles)).join('\n')}
`;

function writeRow(row: Row, titles: readonly TestTitle[]): string {
  const lines = row.decision ?? row.lines?.replaceAll('-', '–') ?? '';
  const files = row.builtIn.map((file) => `\`${file}\``).join(', ') || '—';
  const built = row.note === undefined ? files : `${files}; ${row.note}`;
  const proofs = row.unproven === undefined ? writeProofs(row, titles) : `— ${row.unproven}`;
  return `| ${[lines, row.what, built, proofs].map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

function writeProofs(row: Row, titles: readonly TestTitle[]): string {
  const ids = new Set(toIds(row));
  const byFile = Map.groupBy(
    titles.filter((title) => title.ids.some((id) => ids.has(id))),
    ({ file }) => file,
  );
  return Array.from(byFile, ([file, proofs]) => {
    const texts = proofs.map(({ text }) => `“${text}”`);
    return `\`${toShortName(file, titles)}\` ${texts.join(', ')}`;
  }).join('<br>');
}

/** The end of a path that is the end of no other path of a test. */
function toShortName(file: string, titles: readonly TestTitle[]): string {
  const others = new Set(titles.map((title) => title.file));
  others.delete(file);
  const parts = file.split('/');
  const names = parts.map((_, index) => parts.slice(-1 - index).join('/'));
  return names.find((name) => ![...others].some((other) => other.endsWith(`/${name}`))) ?? file;
}
