import { limits } from '@relato/contract/limits';
import type { Span, SpokenWord } from '@relato/contract/transcription/types';
import type { Sentence } from '../../../lib/transcript/list-sentences.ts';

const { maxMs, shortMs, frameMs } = limits.clip;

export const clipLengths = ['sentence', 'short', 'long'] as const;
export type ClipLength = (typeof clipLengths)[number];

/** A part of a recording, and its words with their times from the start of the part. */
export interface ClipPlan extends Span {
  readonly durationMs: number;
  readonly words: readonly SpokenWord[];
}

/**
 * The sound begins a moment before its first word, and ends after the last one has died away, without any part of another
 * word.
 */
const [leadMs, tailMs] = [120, 300];

interface ClipWish {
  /** The index of the word with which a sentence begins. */
  readonly firstWord: number;
  readonly length: ClipLength;
}

/**
 * Returns the part that begins with a sentence: the sentence, or as many words as fit, to the end of a sentence if one ends in
 * the second half. A single word that is too long is cut. Null if there is no sound.
 */
export function planClip(
  words: readonly SpokenWord[],
  sentences: readonly Sentence[],
  { firstWord, length }: ClipWish,
  recordingMs: number,
): ClipPlan | null {
  const first = words[firstWord];
  if (!first) return null;
  const startMs = Math.max(first.startMs - leadMs, Math.min(words[firstWord - 1]?.endMs ?? 0, first.startMs));
  const endOf = (index: number): number => {
    const endMs = words[index]?.endMs ?? 0;
    return Math.min(endMs + tailMs, Math.max(words[index + 1]?.startMs ?? Infinity, endMs)) - startMs;
  };
  const mostMs = length === 'short' ? shortMs : maxMs;
  const fitting = words.findLastIndex((_word, index) => index > firstWord && endOf(index) <= mostMs);
  const ends = sentences.map((_each, index) => (sentences[index + 1]?.firstWord ?? words.length) - 1);
  const end =
    length === 'sentence'
      ? Math.min(ends.find((each) => each >= firstWord) ?? fitting, fitting)
      : (ends.findLast((each) => each <= fitting && endOf(each) >= mostMs / 2) ?? fitting);
  const last = Math.max(end, firstWord);
  const durationMs = Math.min(endOf(last), mostMs, recordingMs - startMs);
  if (durationMs <= 0) return null;
  return {
    startMs,
    endMs: startMs + durationMs,
    durationMs,
    words: words.slice(firstWord, last + 1).map(({ text, ...word }) => ({
      text,
      startMs: word.startMs - startMs,
      endMs: word.endMs - startMs,
    })),
  };
}

/** Frames with a shorter distance are merged, so that players have less to draw. */
const minFrameMs = 20;

/** Returns the times at which the picture changes, in milliseconds: at each word, and otherwise at the rate of the waveform. */
export function toFrameTimes({ durationMs, words }: ClipPlan): number[] {
  const starts = words.map(({ startMs }) => startMs).filter((ms) => ms >= minFrameMs && ms < durationMs);
  const ticks = Array.from({ length: Math.ceil(durationMs / frameMs) }, (_, index) => index * frameMs);
  const isFree = (tick: number): boolean => starts.every((ms) => Math.abs(ms - tick) >= minFrameMs);
  return [...new Set([0, ...ticks.filter(isFree), ...starts])].toSorted((a, b) => a - b);
}
