/** The result of a drill: a fault that was tried, and the fate of all changes that the server had acknowledged. */
export interface DrillResult {
  readonly fault: string;
  readonly tries: number;
  /** Operations whose success the server has told their client. */
  readonly acknowledged: number;
  /** Acknowledged operations that are not there afterwards, or with other bytes. */
  readonly lost: number;
  /** Operations that are there more than once. */
  readonly doubled: number;
  /** For each try, the time until the server did its work again. */
  readonly recoveriesMs: readonly number[];
  /** Everything else that must not be, such as a wrong counter or a recovery that took too long. */
  readonly problems: readonly string[];
}

export const isGood = ({ lost, doubled, problems }: DrillResult): boolean =>
  lost === 0 && doubled === 0 && problems.length === 0;

const toSeconds = (ms: number | undefined): string =>
  ms === undefined ? '' : `${(ms / 1_000).toFixed(1)} s`;

function toMedian(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Returns the results as a table of Markdown, and what went wrong below it. */
export function toDrillTable(results: readonly DrillResult[]): string {
  const head = ['fault', 'tries', 'acknowledged', 'lost', 'doubled', 'recovery p50', 'max'];
  const rows = results.map(({ fault, tries, acknowledged, lost, doubled, recoveriesMs }) => [
    fault,
    ...[tries, acknowledged, lost, doubled].map((count) => count.toLocaleString('en')),
    toSeconds(toMedian(recoveriesMs)),
    recoveriesMs.length > 0 ? toSeconds(Math.max(...recoveriesMs)) : '',
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
