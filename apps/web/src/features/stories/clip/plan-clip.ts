import { limits } from '@relato/contract/limits';
import type { SpokenWord } from '@relato/contract/transcription/types';
import type { Sentence } from '../../../lib/transcript/list-sentences.ts';

const { maxMs, shortMs, frameMs } = limits.clip;

export const clipLengths = ['sentence', 'short', 'long'] as const;
export type ClipLength = (typeof clipLengths)[number];

/** A part of a recording, and its words with their times from the start of the part. */
export interface ClipPlan {
  readonly startMs: number;
  readonly durationMs: number;
  readonly words: readonly SpokenWord[];
}

/** The sound begins a moment before its first word, and ends after the last one has died away. */
const [leadMs, tailMs] = [120, 300];

/**
 * Returns the part that begins with a sentence: the sentence, or as many words as fit, to the end of a sentence if one ends in
 * the second half. Null if no word fits.
 */
export function planClip(
  words: readonly SpokenWord[],
  sentences: readonly Sentence[],
  { firstWord, length }: { readonly firstWord: number; readonly length: ClipLength },
  recordingMs: number,
): ClipPlan | null {
  const first = words[firstWord];
  if (!first) return null;
  const startMs = Math.max(first.startMs - leadMs, 0);
  const endOf = (index: number): number => (words[index]?.endMs ?? 0) + tailMs - startMs;
  const mostMs = length === 'short' ? shortMs : maxMs;
  const lastFitting = words.findLastIndex((_word, index) => index >= firstWord && endOf(index) <= mostMs);
  const ends = sentences.map((_each, index) => (sentences[index + 1]?.firstWord ?? words.length) - 1);
  const last =
    length === 'sentence'
      ? Math.min(ends.find((end) => end >= firstWord) ?? lastFitting, lastFitting)
      : (ends.findLast((end) => end <= lastFitting && endOf(end) >= mostMs / 2) ?? lastFitting);
  if (last < firstWord) return null;
  return {
    startMs,
    durationMs: Math.min(endOf(last), recordingMs - startMs),
    words: words.slice(firstWord, last + 1).map(({ text, ...word }) => ({
      text,
      startMs: word.startMs - startMs,
      endMs: word.endMs - startMs,
    })),
  };
}

/** Frames that follow each other sooner are one, which players need less to show. */
const minFrameMs = 20;

/** Returns when the picture changes: at each word, and otherwise as often as the waveform should move. In milliseconds. */
export function toFrameTimes({ durationMs, words }: ClipPlan): number[] {
  const ticks = Array.from({ length: Math.ceil(durationMs / frameMs) }, (_, index) => index * frameMs);
  const starts = words.map(({ startMs }) => startMs).filter((ms) => ms > 0 && ms < durationMs);
  const times: number[] = [];
  for (const ms of [...ticks, ...starts].toSorted((a, b) => a - b))
    if (ms - (times.at(-1) ?? -Infinity) >= minFrameMs) times.push(ms);
  return times;
}
