import stringWidth from 'string-width';

/**
 * Characters that move the cursor, change colours, ring the bell or change the text direction. A title must not overwrite
 * other lines or imitate output of this program. The joiner of emoji stays.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200D)\p{Cf}/gu;

/** Makes untrusted text safe to print, on one line. */
export const toPrintable = (text: string): string =>
  text.replaceAll(/[\r\n\t\u2028\u2029]+/g, ' ').replaceAll(unprintable, '\uFFFD');

/** Makes untrusted text safe to print and keeps its line breaks. */
export const toPrintableLines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => toPrintable(line));

/** Escapes more characters than JSON requires, so that the output is safe to print and parses to the same value. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value ?? null).replaceAll(
    /[\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

/** Makes untrusted text safe to print, and shortens it to `maxWidth` terminal columns. */
export function cut(unsafe: string, maxWidth: number): string {
  const text = toPrintable(unsafe);
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

/** Pads to `width` terminal columns: emoji and the letters of some scripts take two. */
export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));
export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - stringWidth(text))) + text;
