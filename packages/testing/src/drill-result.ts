/** A row of the reliability table that tests prove. `tries` is their number. */
export interface TestedRow {
  readonly fault: string;
  readonly tries: number;
  readonly problems: readonly string[];
}

/** The result of a drill: the simulated fault, and the fate of all changes that the server had acknowledged. */
export interface DrillResult extends TestedRow {
  /** Operations whose success the server has reported to their client. */
  readonly acknowledged: number;
  /** Acknowledged operations that are missing afterwards, or have other bytes. */
  readonly lost: number;
  /** Operations that took effect more than once. */
  readonly doubled: number;
  /** The time of each try until the server worked again. */
  readonly recoveriesMs: readonly number[];
  /** All other problems, such as a wrong counter or a recovery that took too long. */
  readonly problems: readonly string[];
}

const isDrill = (row: DrillResult | TestedRow): row is DrillResult => 'acknowledged' in row;

export const isGood = (row: DrillResult | TestedRow): boolean =>
  row.problems.length === 0 && (!isDrill(row) || (row.lost === 0 && row.doubled === 0));

const toSeconds = (ms: number | undefined): string =>
  ms === undefined ? '' : `${(ms / 1_000).toFixed(1)} s`;

function toMedian(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const toCells = (row: DrillResult): string[] => [
  ...[row.acknowledged, row.lost, row.doubled].map((count) => count.toLocaleString('en')),
  toSeconds(toMedian(row.recoveriesMs)),
  row.recoveriesMs.length > 0 ? toSeconds(Math.max(...row.recoveriesMs)) : '',
];

/** Returns the results as a table of Markdown, with the problems below it. Tests have no counts of their own. */
export function toDrillTable(results: readonly (DrillResult | TestedRow)[]): string {
  const head = ['fault', 'tries', 'acknowledged', 'lost', 'doubled', 'recovery p50', 'max'];
  const rows = results.map((row) => [
    row.fault,
    row.tries.toLocaleString('en'),
    ...(isDrill(row) ? toCells(row) : ['', '', '', '', '']),
  ]);
  const widths = head.map((cell, n) => Math.max(cell.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  return [
    toLine(head),
    toLine(widths.map((width) => '-'.repeat(width))),
    ...rows.map(toLine),
    ...results.flatMap(({ fault, problems }) => problems.map((problem) => `${fault}: ${problem}`)),
  ].join('\n');
}
