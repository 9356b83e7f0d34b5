/**
 * A flow of words on one line: what PostgreSQL cannot store (NUL, half a surrogate pair) and other control characters
 * are taken out, each run of white space is one space.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\s]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
