import stringWidth from 'string-width';
import { cut, padEnd, padStart, toPrintable } from './terminal-text.ts';

export interface Column<Row> {
  readonly heading: string;
  readonly of: (row: Row) => string | number | Date | null;
  /** In terminal columns. Longer cells are shortened. */
  readonly maxWidth?: number;
}

/** Formats a time to the minute, in UTC. */
const toTime = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

const toCell = (value: string | number | Date | null): string => {
  if (value === null || value === '') return '-';
  return value instanceof Date ? toTime(value) : toPrintable(String(value));
};

/** Returns a line of headings and a line per row. Cells are made safe to print. */
export function toTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const laidOut = columns.map(({ heading, of, maxWidth = Infinity }) => {
    const values = rows.map((row) => of(row));
    const cells = [heading, ...values.map((value) => cut(toCell(value), maxWidth))];
    const width = Math.max(...cells.map((cell) => stringWidth(cell)));
    const pad = values.length > 0 && values.every((value) => typeof value === 'number') ? padStart : padEnd;
    return cells.map((cell) => pad(cell, width));
  });
  return [-1, ...rows.keys()].map((row) =>
    laidOut
      .map((cells) => cells[row + 1] ?? '')
      .join('  ')
      .trimEnd(),
  );
}

/** Returns a line per field. Values are made safe to print. */
export function toFields(fields: readonly (readonly [string, string | number | Date | null])[]): string[] {
  const width = Math.max(...fields.map(([name]) => stringWidth(name)));
  return fields.map(([name, value]) => `${padEnd(name, width)}  ${toCell(value)}`);
}

export const toHandle = (user: { readonly username: string | null } | null): string =>
  user?.username ? `@${user.username}` : '-';

/** Formats a duration as minutes and seconds. */
export function toDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
