import { DomainError } from '@relato/contract';
import type { z } from 'zod';

/** A keyset position as an opaque string: the values of the order's columns in the last row of a page. */
export const encodeCursor = (position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Throws CURSOR_INVALID for what `encodeCursor` did not make. */
export function decodeCursor<Position>(schema: z.ZodType<Position>, cursor: string): Position {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new DomainError('CURSOR_INVALID', { cause });
  }
}
