import { removeInvisible } from '@relato/contract';

/**
 * Returns a text on one line: removes what PostgreSQL cannot store (NUL, lone surrogates) and characters that do not show,
 * and replaces white space by single spaces.
 */
export const cleanText = (text: string): string =>
  removeInvisible(text.toWellFormed()).replaceAll('\u0000', '').replaceAll(/\s+/gu, ' ').trim();
