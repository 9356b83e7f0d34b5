/** Some words of a transcript. A step of the voice renders the chunk it is in, not thousands of words. */
export interface WordChunk {
  /** Index of its first word in the transcript. */
  readonly from: number;
  /** Each word with the white space that follows it. */
  readonly pieces: readonly string[];
}

export function toChunks(pieces: readonly string[], size: number): WordChunk[] {
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, index) => ({
    from: index * size,
    pieces: pieces.slice(index * size, (index + 1) * size),
  }));
}

/** What of a chunk shows while the word `spoken` is said: its index in the chunk, or that all of it is over or to come. */
export function toSpokenIn({ from, pieces }: WordChunk, spoken: number): number | 'heard' | 'next' {
  if (spoken < from) return 'next';
  return spoken < from + pieces.length ? spoken - from : 'heard';
}
