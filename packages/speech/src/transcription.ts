import { countCharacters, limits, type TranscriptWord } from '@relato/contract';
import { cleanText } from './clean-text.ts';
import { isSpanish } from './is-spanish.ts';
import { invalidAnswerError, SpeechError } from './speech-error.ts';
import { classifyJobError } from './classify-failure.ts';
import type { Transcription } from './transcriber.ts';

type Answer = Omit<Transcription, 'isUnsure'> & Partial<Pick<Transcription, 'isUnsure'>>;

/**
 * Normalizes a provider's result, whose `words` may contain anything. Marks a text that does not look Spanish as unsure.
 * Throws SpeechError `garbage` if the text exceeds the limit of a transcript.
 */
export function toTranscription({ text, words, engine, model, isUnsure = false }: Answer): Transcription {
  const clean = cleanText(text);
  const length = countCharacters(clean);
  if (length > limits.transcript.maxLength) throw invalidAnswerError(`a text of ${length} characters`);
  return {
    text: clean,
    words: words && normalizeWords(words),
    engine,
    model,
    isUnsure: isUnsure || !isSpanish(clean),
  };
}

/** Creates the error of a job that the provider accepted before it failed. */
export const jobError = (message: string): SpeechError =>
  new SpeechError('job', message || 'The job failed without a reason', {
    trouble: classifyJobError(message),
  });

/** Returns words in order of time, in whole milliseconds within a recording and start ≤ end, or null if no word is usable. */
function normalizeWords(words: readonly TranscriptWord[]): TranscriptWord[] | null {
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
  // Timings are optional, so an implausible number of them must not discard the text.
  const isPlausible = sane.length <= limits.transcript.maxWords && length <= limits.transcript.maxLength;
  return sane.length > 0 && isPlausible ? sane : null;
}

const toBetween = (min: number, value: number, max: number): number => Math.min(Math.max(value, min), max);
