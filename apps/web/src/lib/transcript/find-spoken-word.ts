import type { SpokenWord } from '@relato/contract/transcription/types';

/**
 * Returns the index of the last word that starts at or before a position, by binary search; -1 before the first one. The
 * words are sorted by time. The position is rounded as the timings are, because a start in seconds times 1000 may be
 * slightly less.
 */
export function findWordIndex(words: readonly SpokenWord[], positionSeconds: number): number {
  const positionMs = Math.round(positionSeconds * 1000);
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // Stryker disable next-line OptionalChaining: the middle of a part is in it
    if ((words[middle]?.startMs ?? Number.POSITIVE_INFINITY) <= positionMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Returns the word that the keys reached while its time lasts, else that of `findWordIndex`: inserted words have no length,
 * so that several words start at once, of which the last one is spoken.
 */
export function findReached(words: readonly SpokenWord[], positionSeconds: number, reached: number): number {
  const found = findWordIndex(words, positionSeconds);
  return found >= 0 && words[reached]?.startMs === words[found]?.startMs ? reached : found;
}

/**
 * Splits the transcript into one piece per word, each with its trailing white space. Returns null if the words do not
 * match those with timings.
 */
export function splitTranscript(transcript: string, words: readonly SpokenWord[]): string[] | null {
  const pieces = transcript.match(/\S+\s*/g);
  return pieces !== null && pieces.length === words.length ? pieces : null;
}
