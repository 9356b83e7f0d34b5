import { toLine } from '@relato/contract';

/** The approximate length of a description in search engines and messengers. */
const shownLength = 155;

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

/** Returns the beginning of a text in one line, cut between words unless they are very long. */
export function toDescription(text: string, maxLength = shownLength): string {
  // Segmenting a whole transcript would cost more than the rest of the head.
  const line = toLine(text.slice(0, 4 * maxLength));
  if (line.length <= maxLength) return line;
  const last = graphemes.segment(line).containing(maxLength);
  const beginning = line.slice(0, last?.index);
  const space = beginning.lastIndexOf(' ');
  return `${space > maxLength / 2 ? beginning.slice(0, space) : beginning}…`;
}
