import { countCharacters, limits, type TranscriptWord } from '@relato/contract';
import { cleanText } from './clean-text.ts';
import { garbageError, SpeechError } from './speech-error.ts';
import { toJobTrouble } from './to-trouble.ts';
import type { Transcription } from './transcriber.ts';

/** The normal form. `words` may be in any state; `text` longer than a transcript may be is thrown as garbage. */
export function toTranscription(text: string, words: readonly TranscriptWord[] | null): Transcription {
  const clean = cleanText(text);
  const length = countCharacters(clean);
  if (length > limits.transcript.maxLength) throw garbageError(`a text of ${length} characters`);
  return { text: clean, words: words && toSaneWords(words) };
}

/** A job that the provider accepted and that failed there, with the provider's words for it. */
export const jobError = (message: string): SpeechError =>
  new SpeechError('job', message || 'The job failed without a reason', { trouble: toJobTrouble(message) });

/** Whole milliseconds within a recording, start ≤ end, in order of time; null if nothing usable remains. */
function toSaneWords(words: readonly TranscriptWord[]): TranscriptWord[] | null {
  const { maxDurationMs, durationToleranceMs } = limits.recording;
  const lastMs = maxDurationMs + durationToleranceMs;
  const sane = words
    .map(({ text, startMs, endMs, confidence }) => {
      const start = toBetween(0, Math.round(startMs), lastMs);
      return {
        text: cleanText(text),
        startMs: start,
        endMs: toBetween(start, Math.round(endMs), lastMs),
        confidence: confidence === null || Number.isNaN(confidence) ? null : toBetween(0, confidence, 1),
      };
    })
    .filter(({ text }, index) => text !== '' && (words[index]?.startMs ?? Infinity) <= lastMs)
    .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const length = sane.reduce((sum, { text }) => sum + text.length, 0);
  // Timings are an extra: more of them than anyone can say is no reason to lose the text.
  const isBelievable = sane.length <= limits.transcript.maxWords && length <= limits.transcript.maxLength;
  return sane.length > 0 && isBelievable ? sane : null;
}

const toBetween = (min: number, value: number, max: number): number => Math.min(Math.max(value, min), max);
