import { comesFrom } from './inner-errors.ts';

const hasCode = (error: unknown, pattern: RegExp): boolean =>
  comesFrom(error, (fields) =>
    [fields.get('code'), fields.get('originalCode')].some(
      (code) => typeof code === 'string' && pattern.test(code),
    ),
  );

/** Two transactions waited for each other, and this one was ended: again, it may go through. */
export const isDeadlock = (error: unknown): boolean => hasCode(error, /^(?:40P01|40001|P2034)$/);

/** An id that a client chose was used before, for something that is gone. */
export const isSpentId = (error: unknown): boolean => hasCode(error, /^RS001$/);

/** A row that was there, or that another refers to, was deleted in the moment before. */
export const isMissingRow = (error: unknown): boolean => hasCode(error, /^(?:23503|P2003|P2025)$/);
