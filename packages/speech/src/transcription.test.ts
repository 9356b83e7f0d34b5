import { limits } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import type { Transcription } from './transcriber.ts';
import { toTranscription } from './transcription.ts';

const word = (text: string, startMs: number, endMs: number, confidence: number | null = null) => ({
  text,
  startMs,
  endMs,
  confidence,
});
const normalize = (text: string, words: Transcription['words']) =>
  toTranscription({ text, words, engine: 'local', model: 'tiny' });
const lastMs = limits.recording.maxDurationMs + limits.recording.durationToleranceMs;

describe('toTranscription', () => {
  it('returns one trimmed line without characters that the database cannot store', () => {
    expect(normalize(' Hola\0,\n\n qué \uD800 tal\u0007 ', null).text).toBe('Hola, qué \uFFFD tal');
  });

  it('throws for a text that is too long for a recording', () => {
    expect(() => normalize('a'.repeat(limits.transcript.maxLength + 1), null)).toThrow('cannot be read');
  });

  it('REL-37: marks a text that does not look Spanish instead of refusing it', () => {
    const english = 'And then the train was late and we had to wait for it with all of the others';
    expect(normalize(english, null)).toMatchObject({ text: english, isUnsure: true });
    expect(normalize('Había una vez un tren que llegaba tarde.', null).isUnsure).toBe(false);
  });

  it('counts characters like the rule for transcripts', () => {
    const longest = '😀'.repeat(limits.transcript.maxLength);
    expect(normalize(longest, null).text).toBe(longest);
  });

  it('sorts words by time and rounds them to milliseconds', () => {
    expect(normalize('a b', [word('b', 499.6, 900.2), word('a', 0.4, 499.4)]).words).toEqual([
      word('a', 0, 499),
      word('b', 500, 900),
    ]);
  });

  it('keeps words within the recording, and their end after their start', () => {
    expect(
      normalize('a b c d', [word('a', -50, -10), word('b', 500, 100), word('c', lastMs, 1e12)]).words,
    ).toEqual([word('a', 0, 0), word('b', 500, 500), word('c', lastMs, lastMs)]);
  });

  it('drops words without a text or outside the recording', () => {
    const words = [word(' \0', 0, 1), word('a', 1, 2), word('b', 1e300, 1e300)];
    expect(normalize('a b', words).words).toEqual([word('a', 1, 2)]);
  });

  it('keeps confidence between 0 and 1', () => {
    const words = [word('a', 0, 1, 7), word('b', 1, 2, -1), word('c', 2, 3, 0.5)];
    expect(normalize('a b c', words).words?.map(({ confidence }) => confidence)).toEqual([1, 0, 0.5]);
  });

  it('returns no timings instead of an empty or implausible list', () => {
    expect(normalize('a', []).words).toBeNull();
    const many = Array.from({ length: limits.transcript.maxWords + 1 }, () => word('a', 0, 1));
    expect(normalize('a', many)).toMatchObject({ text: 'a', words: null });
    expect(normalize('a', [word('a'.repeat(limits.transcript.maxLength + 1), 0, 1)]).words).toBeNull();
  });
});
