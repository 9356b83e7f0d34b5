import { limits } from '@relato/contract/limits';

interface TranscriptPreview {
  readonly text: string;
  readonly isCut: boolean;
}

const { preview } = limits;

// Segments graphemes, so that a family of emoji or an accented letter is not cut apart.
const graphemes = new Intl.Segmenter('es');

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
  // Stryker disable next-line OptionalChaining: a text that is too long has a character there
  const cut = isLong ? shown.slice(0, graphemes.segment(shown).containing(maxLength)?.index) : shown;
  // "mango,…" and "mango.…" read worse than "mango…"
  return { text: `${cut.replace(/[.,;:…\s]+$/, '')}…`, isCut: true };
}
