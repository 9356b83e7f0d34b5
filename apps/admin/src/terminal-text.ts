import stringWidth from 'string-width';

/**
 * What moves the cursor, colours, rings, or turns the direction of what follows: a title must not write over the line
 * above it, or look like another command's answer. The joiner and the selectors that make emoji stay.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200D)\p{Cf}/gu;

/** A text from elsewhere, on one line. */
export const toPrintable = (text: string): string =>
  text.replaceAll(/[\r\n\t\u2028\u2029]+/g, ' ').replaceAll(unprintable, '\uFFFD');

/** Its lines, each printable; for texts that are read rather than listed. */
export const toPrintableLines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => toPrintable(line));

/** The same value to whoever parses it; JSON itself would let some of them through as they are. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value ?? null).replaceAll(
    /[\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

/** At most so many columns of a terminal wide. */
export function cut(text: string, maxWidth: number): string {
  if (stringWidth(text) <= maxWidth) return text;
  let kept = '';
  let width = 1;
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment);
    if (width > maxWidth) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** To so many columns of a terminal: letters of some scripts and emoji take two. */
export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));
export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - stringWidth(text))) + text;
