import type { TranscriptWord } from '@relato/contract';
import { mergeTokens } from '../merge-tokens.ts';
import { frameMs, type Loudness } from './loudness.ts';
import type { Heard } from './protocol.ts';
import type { Piece } from './split-at-pauses.ts';

/** Returns the words of a piece with their times in the recording, as exactly as the model provides them. */
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

/** A word of tokens that are points in time lasts until the next one starts, but not over a pause. */
const longestGapMs = 160;
const fillGaps = (words: readonly TranscriptWord[], lastMs: number): TranscriptWord[] =>
  words.map((word, index) => {
    if (word.endMs > word.startMs) return word;
    const next = Math.min(words[index + 1]?.startMs ?? lastMs, word.startMs + longestGapMs);
    return { ...word, endMs: Math.max(word.startMs, next) };
  });

/** Sound that is twenty dB below the loudest part of a sentence is a pause. */
const pauseRatio = 0.1;

/**
 * Gives times to the words of a text with a known beginning and end. Each word gets a share of the time with sound, by its
 * length.
 */
function spreadWords(text: string, { startMs, endMs }: Piece, loudness: Loudness): TranscriptWord[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const first = Math.floor(startMs / frameMs);
  const last = Math.max(first + 1, Math.ceil(endMs / frameMs));
  const frames = loudness.subarray(first, last);
  const threshold = frames.reduce((most, value) => Math.max(most, value), 0) * pauseRatio;
  const sounding = Array.from({ length: last - first }, (_, frame) => first + frame).filter(
    (frame) => (loudness[frame] ?? 0) >= threshold,
  );
  // One more than the number of letters, so that "a" and "y" get a time too.
  const lengths = words.map((word) => word.length + 1);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const timeOf = (frame: number): number => clamp(frame * frameMs, startMs, endMs);
  let before = 0;
  return words.map((word, index) => {
    const start = Math.round((before / total) * sounding.length);
    before += lengths[index] ?? 0;
    const end = Math.max(start, Math.round((before / total) * sounding.length) - 1);
    return {
      text: word,
      startMs: timeOf(sounding[start] ?? last - 1),
      endMs: timeOf((sounding[end] ?? last - 1) + 1),
      confidence: null,
    };
  });
}

const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), Math.max(min, max));
