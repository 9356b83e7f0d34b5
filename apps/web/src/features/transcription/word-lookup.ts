import type { TranscriptWord } from '@relato/contract/transcription/types';

/**
 * The last word that has begun at a position, by binary search; -1 before the first one. Words are in order of time.
 * Rounded as the times of words are: the start of a word in seconds, times 1000, may fall short of it.
 */
export function findWordIndex(words: readonly TranscriptWord[], positionSeconds: number): number {
  const positionMs = Math.round(positionSeconds * 1000);
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle]?.startMs ?? Number.POSITIVE_INFINITY) <= positionMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The transcript in as many pieces as there are words, each with the white space that follows it; null when its
 * words are not those that have times, as then nothing can be said about when they are spoken.
 */
export function splitTranscript(transcript: string, words: readonly TranscriptWord[]): string[] | null {
  const pieces = transcript.match(/\S+\s*/g);
  return pieces !== null && pieces.length === words.length ? pieces : null;
}
