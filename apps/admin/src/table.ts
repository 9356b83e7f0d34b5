import stringWidth from 'string-width';
import { padEnd, padStart, toPrintable } from './terminal-text.ts';

type Cell = string | number | Date | null | undefined;

/** Cells by heading. A column that is undefined in every row is left out. */
export type Row = Readonly<Record<string, Cell>>;

/** Formats a time to the minute, in UTC. */
const toTime = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

const toCell = (value: Cell): string => {
  if (value === null || value === undefined || value === '') return '-';
  return value instanceof Date ? toTime(value) : toPrintable(String(value));
};

/** Returns a line of headings and a line per row. Cells are made safe to print. */
export function toTable(rows: readonly Row[]): string[] {
  const laidOut = Object.keys(rows[0] ?? {}).flatMap((heading) => {
    const values = rows.map((row) => row[heading]);
    if (values.every((value) => value === undefined)) return [];
    const cells = [heading, ...values.map(toCell)];
    const width = Math.max(...cells.map((cell) => stringWidth(cell)));
    const pad = values.every((value) => typeof value === 'number') ? padStart : padEnd;
    return [cells.map((cell) => pad(cell, width))];
  });
  return [-1, ...rows.keys()].map((row) =>
    laidOut
      .map((cells) => cells[row + 1])
      .join('  ')
      .trimEnd(),
  );
}

/** Returns a line per field. Values are made safe to print. */
export function toRecord(fields: Row): string[] {
  const width = Math.max(...Object.keys(fields).map((name) => stringWidth(name)));
  return Object.entries(fields).map(([name, value]) => `${padEnd(name, width)}  ${toCell(value)}`);
}

export const toHandle = (user: { readonly username: string | null } | null): string =>
  user?.username ? `@${user.username}` : '-';

export const toYesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
