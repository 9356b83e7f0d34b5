/**
 * Returns a text on one line: removes what PostgreSQL cannot store (NUL, lone surrogates) and other control characters,
 * and replaces white space by single spaces.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\s]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
