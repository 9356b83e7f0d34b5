import { removeInvisible } from '@relato/contract';

/**
 * Returns a text in one line: removes characters that PostgreSQL cannot store (NUL, lone surrogates) and invisible ones, and
 * replaces white space with single spaces.
 */
export const cleanText = (text: string): string =>
  removeInvisible(text.toWellFormed()).replaceAll('\u0000', '').replaceAll(/\s+/gu, ' ').trim();
