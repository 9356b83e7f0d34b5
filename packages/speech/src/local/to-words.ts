import type { TranscriptWord } from '@relato/contract';
import { mergeTokens } from '../merge-tokens.ts';
import type { Loudness } from './loudness.ts';
import type { Heard } from './protocol.ts';
import type { Piece } from './split-at-pauses.ts';
import { spreadWords } from './spread-words.ts';

/** Returns the words of a piece with their times in the recording, as exact as the model tells them. */
export function toWords(
  { text, segments, tokens }: Heard,
  piece: Piece,
  loudness: Loudness,
): TranscriptWord[] {
  const { startMs, endMs } = piece;
  const inRecording = ({ startMs: from, endMs: to }: Piece): Piece => ({
    startMs: Math.min(startMs + Math.max(from, 0), endMs),
    endMs: Math.min(startMs + Math.max(to, 0), endMs),
  });
  if (tokens.length > 0) {
    const timed = tokens.map(({ text, confidence, ...time }) => ({ text, confidence, ...inRecording(time) }));
    return fillGaps(mergeTokens(timed, text), endMs);
  }
  const timed = segments.filter((segment) => segment.endMs > segment.startMs);
  if (timed.length === 0) return spreadWords(text, piece, loudness);
  return timed.flatMap((segment) => spreadWords(segment.text, inRecording(segment), loudness));
}

/** Some tokens are points in time. A word of them lasts until the next one starts, but not over a pause. */
const longestGapMs = 160;
const fillGaps = (words: readonly TranscriptWord[], lastMs: number): TranscriptWord[] =>
  words.map((word, index) => {
    if (word.endMs > word.startMs) return word;
    const next = Math.min(words[index + 1]?.startMs ?? lastMs, word.startMs + longestGapMs);
    return { ...word, endMs: Math.max(word.startMs, next) };
  });
