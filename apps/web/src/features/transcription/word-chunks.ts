import type { Story, StorySummary } from '@relato/contract/stories/types';

/**
 * Returns the text of an open story from the answer that also holds its words, because the text of a list may be older and
 * not match them.
 */
export const toOpenText = (
  listed: Pick<StorySummary, 'transcript'>,
  whole: Pick<Story, 'transcript'> | undefined,
): string => (whole ?? listed).transcript;

/** A group of words. A new spoken word rerenders its chunk, not thousands of words. */
export interface WordChunk {
  /** The index of its first word in the transcript. */
  readonly from: number;
  /** Each word with the white space behind it. */
  readonly pieces: readonly string[];
}

export function toChunks(pieces: readonly string[], size: number): WordChunk[] {
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, index) => ({
    from: index * size,
    pieces: pieces.slice(index * size, (index + 1) * size),
  }));
}

/** Returns the index of the spoken word in the chunk, or whether the whole chunk was heard or is still to come. */
export function toSpokenIn({ from, pieces }: WordChunk, spoken: number): number | 'heard' | 'next' {
  if (spoken < from) return 'next';
  return spoken < from + pieces.length ? spoken - from : 'heard';
}
