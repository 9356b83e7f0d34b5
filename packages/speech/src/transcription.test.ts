import { limits } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import { toTranscription } from './transcription.ts';

const word = (text: string, startMs: number, endMs: number, confidence: number | null = null) => ({
  text,
  startMs,
  endMs,
  confidence,
});
const lastMs = limits.recording.maxDurationMs + limits.recording.durationToleranceMs;

describe('toTranscription', () => {
  it('returns one trimmed line without characters that the database cannot store', () => {
    expect(toTranscription(' Hola\0,\n\n qué \uD800 tal\u0007 ', null).text).toBe('Hola, qué \uFFFD tal');
  });

  it('throws for a text that is too long for a recording', () => {
    expect(() => toTranscription('a'.repeat(limits.transcript.maxLength + 1), null)).toThrow(
      'no se entiende',
    );
  });

  it('counts characters as the rule for transcripts does', () => {
    const longest = '😀'.repeat(limits.transcript.maxLength);
    expect(toTranscription(longest, null).text).toBe(longest);
  });

  it('sorts words by time and rounds them to milliseconds', () => {
    expect(toTranscription('a b', [word('b', 499.6, 900.2), word('a', 0.4, 499.4)]).words).toEqual([
      word('a', 0, 499),
      word('b', 500, 900),
    ]);
  });

  it('keeps words within the recording, and their end after their start', () => {
    expect(
      toTranscription('a b c d', [word('a', -50, -10), word('b', 500, 100), word('c', lastMs, 1e12)]).words,
    ).toEqual([word('a', 0, 0), word('b', 500, 500), word('c', lastMs, lastMs)]);
  });

  it('drops words without a text or outside the recording', () => {
    const words = [word(' \0', 0, 1), word('a', 1, 2), word('b', 1e300, 1e300)];
    expect(toTranscription('a b', words).words).toEqual([word('a', 1, 2)]);
  });

  it('keeps confidence between 0 and 1', () => {
    const words = [word('a', 0, 1, 7), word('b', 1, 2, -1), word('c', 2, 3, 0.5)];
    expect(toTranscription('a b c', words).words?.map(({ confidence }) => confidence)).toEqual([1, 0, 0.5]);
  });

  it('returns no timings instead of an empty or implausible list', () => {
    expect(toTranscription('a', []).words).toBeNull();
    const many = Array.from({ length: limits.transcript.maxWords + 1 }, () => word('a', 0, 1));
    expect(toTranscription('a', many)).toMatchObject({ text: 'a', words: null });
    expect(toTranscription('a', [word('a'.repeat(limits.transcript.maxLength + 1), 0, 1)]).words).toBeNull();
  });
});
