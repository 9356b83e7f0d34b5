import { canonicalId, DomainError, isWellFormed, limits, type Page } from '@relato/contract';
import { z } from 'zod';

/** The input of every paged query, as `pageInput` parses it. */
export interface PageRequest {
  readonly cursor?: string | null | undefined;
  readonly limit: number;
}

/** Milliseconds within the range of both Date and timestamptz, because clients can forge a cursor. */
export const timePosition = z.number().int().min(0).max(8_640_000_000_000_000);

/** The position in a list that is ordered by a time. */
export const agePosition = z.tuple([timePosition, canonicalId]);

/** The position in a list that is ordered by id. */
export const idPosition = z.tuple([canonicalId]);

/** A text that the database must be able to read. */
export const textPart = z.string().refine((text) => isWellFormed(text) && !text.includes('\0'));

/** The position in a list that is ordered by a text. */
export const textPosition = z.tuple([textPart]);

/** Encodes a keyset position, the values of the ordering columns in the last row of a page, as an opaque string. */
export const encodeCursor = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Throws CURSOR_INVALID if `encodeCursor` did not make the cursor. */
export function decodeCursor<Position>(schema: z.ZodType<Position>, cursor: string): Position {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new DomainError('CURSOR_INVALID', { cause });
  }
}

/** The row before a page of a list that is ordered by a time. */
interface Place {
  readonly at: Date;
  readonly id: string;
}

/** Returns null for the first page. Throws CURSOR_INVALID. */
export function toPlaceInTime(cursor: PageRequest['cursor']): Place | null {
  if (!cursor) return null;
  const [atMs, id] = decodeCursor(agePosition, cursor);
  return { at: new Date(atMs), id };
}

/**
 * Returns the LIMIT and the name of a statement that reads a page and the one row beyond it. The limit is a literal:
 * without knowing it, PostgreSQL expects to read a tenth of the table, and plans each call anew instead. Only pages of
 * the usual size have a name, because each connection keeps the plan of each name.
 */
export const toPageStatement = (
  name: string,
  limit: number,
  usualLimit: number = limits.page.defaultSize,
): { readonly name: string | undefined; readonly size: number } => ({
  name: limit === usualLimit ? name : undefined,
  size: Math.trunc(limit) + 1,
});

/** Drops the one row beyond the page and returns the cursor of the next page. */
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
