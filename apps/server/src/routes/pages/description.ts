import { toLine } from '@relato/contract';

/** The characters of a description that search engines and messengers show, about. */
const shownLength = 155;

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

/** Returns the beginning of a text in one line, cut between words if they are of usual length. */
export function toDescription(text: string, maxLength = shownLength): string {
  // Segmenting a whole transcript would cost more than the rest of the head.
  const line = toLine(text.slice(0, 4 * maxLength));
  if (line.length <= maxLength) return line;
  const last = graphemes.segment(line).containing(maxLength);
  const beginning = line.slice(0, last?.index);
  const space = beginning.lastIndexOf(' ');
  return `${space > maxLength / 2 ? beginning.slice(0, space) : beginning}…`;
}
