import { canonicalId, DomainError, type Page } from '@relato/contract';
import { z } from 'zod';

/** What every paged read is asked for, as `pageInput` leaves it. */
export interface PageRequest {
  readonly cursor?: string | null | undefined;
  readonly limit: number;
}

/** Milliseconds, within what both a Date and timestamptz can hold: a cursor comes from outside. */
export const timePosition = z.number().int().min(0).max(8_640_000_000_000_000);

/** Where a list in the order of creation goes on. */
export const agePosition = z.tuple([timePosition, canonicalId]);

/** A keyset position as an opaque string: the values of the order's columns in the last row of a page. */
const encodeCursor = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Throws CURSOR_INVALID for what `encodeCursor` did not make. */
export function decodeCursor<Position>(schema: z.ZodType<Position>, cursor: string): Position {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new DomainError('CURSOR_INVALID', { cause });
  }
}

/** Cuts the one row that was asked for beyond the page, and says where the next page begins. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  toPosition: (row: Row) => readonly (string | number)[],
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(toPosition(last)) : null,
  };
}
