import { limits } from '@relato/contract/limits';

interface TranscriptPreview {
  readonly text: string;
  readonly isCut: boolean;
}

const { preview } = limits;

/**
 * Returns the start of the letter or emoji at `maxLength`, which is not cut apart. Creating a segmenter blocks a slow phone
 * for a tenth of a second, and few texts are cut.
 */
const toCutIndex = (text: string, maxLength: number): number | undefined =>
  // Stryker disable next-line OptionalChaining: a text that is too long has a character there
  new Intl.Segmenter('es').segment(text).containing(maxLength)?.index;

/**
 * Returns the first `maxWords` words of a text, with an ellipsis if there are more. Texts without spaces are cut after
 * `maxLength` characters.
 */
export function toPreview(
  text: string,
  maxWords: number = preview.maxWords,
  maxLength: number = preview.maxLength,
): TranscriptPreview {
  const whole = text.trim();
  const words = whole.split(/\s+/);
  const shown = words.length <= maxWords ? whole : words.slice(0, maxWords).join(' ');
  const isLong = shown.length > maxLength;
  if (!isLong && words.length <= maxWords) return { text: whole, isCut: false };
  const cut = isLong ? shown.slice(0, toCutIndex(shown, maxLength)) : shown;
  // "mango,…" and "mango.…" read worse than "mango…"
  return { text: `${cut.replace(/[.,;:…\s]+$/, '')}…`, isCut: true };
}
