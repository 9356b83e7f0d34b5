interface TranscriptPreview {
  readonly text: string;
  readonly isCut: boolean;
}

// A family of emoji, or a letter with its accents, is cut as one.
const graphemes = new Intl.Segmenter('es');

/**
 * The first `maxWords` words of a text, with an ellipsis when there are more. Of words that no space ends, as in
 * languages without spaces, no more than `maxLength` characters.
 */
export function toPreview(text: string, maxWords: number, maxLength: number): TranscriptPreview {
  const whole = text.trim();
  const words = whole.split(/\s+/);
  const shown = words.length <= maxWords ? whole : words.slice(0, maxWords).join(' ');
  const isLong = shown.length > maxLength;
  if (!isLong && words.length <= maxWords) return { text: whole, isCut: false };
  const cut = isLong ? shown.slice(0, graphemes.segment(shown).containing(maxLength)?.index) : shown;
  // "mango,…" and "mango.…" read worse than "mango…"
  return { text: `${cut.replace(/[.,;:…\s]+$/, '')}…`, isCut: true };
}
