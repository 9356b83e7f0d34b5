export interface TranscriptPreview {
  readonly text: string;
  readonly isCut: boolean;
}

/** The first `maxWords` words of a text, with an ellipsis when there are more. */
export function toPreview(text: string, maxWords: number): TranscriptPreview {
  const words = text.trim().split(/\s+/);
  if (words.length <= maxWords) return { text: text.trim(), isCut: false };
  const shown = words.slice(0, maxWords).join(' ');
  // "mango,…" and "mango.…" read worse than "mango…"
  return { text: `${shown.replace(/[.,;:…]+$/, '')}…`, isCut: true };
}
