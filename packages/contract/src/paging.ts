import { z } from 'zod';
import { limits } from './limits.ts';

/** Fits the longest tag. Clients do not interpret a cursor and send back the `nextCursor` of the page before. */
export const cursor = z.string().min(1, 'CURSOR_INVALID').max(400, 'CURSOR_INVALID');

/** The number of items on a page. */
export const pageSize = z.number().int().min(1).max(limits.page.maxSize);

export const pageInput = z.object({
  cursor: cursor.nullish(),
  limit: pageSize.default(limits.page.defaultSize),
});

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}
