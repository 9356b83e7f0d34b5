import type { SpokenWord } from '@relato/contract/transcription/types';
import { describe, expect, it } from 'vitest';
import { findWordIndex, splitTranscript } from './find-spoken-word.ts';

const word = (text: string, startMs: number, endMs: number): SpokenWord => ({ text, startMs, endMs });
const words = [
  word('Eran', 200, 400),
  word('como', 400, 600),
  word('las', 900, 1000),
  word('tres', 1000, 1300),
];

describe('findWordIndex', () => {
  it.each([
    [0, -1],
    [199, -1],
    [200, 0],
    [400, 1],
    [899, 1],
    [900, 2],
    [1000, 3],
    [99_000, 3],
  ])('returns at %i ms the word %i', (positionMs, index) => {
    expect(findWordIndex(words, positionMs / 1000)).toBe(index);
  });

  it('returns -1 if there are no words', () => {
    expect(findWordIndex([], 0.5)).toBe(-1);
  });

  it('returns the word to which the player seeked, despite rounding', () => {
    const each = Array.from({ length: 5_000 }, (_, index) => word('a', index * 7, index * 7 + 5));
    expect(each.every(({ startMs }, index) => findWordIndex(each, startMs / 1000) === index)).toBe(true);
  });
});

describe('splitTranscript', () => {
  it('keeps the white space between the words', () => {
    expect(splitTranscript('Eran  como\n\nlas tres.', words)).toEqual([
      'Eran  ',
      'como\n\n',
      'las ',
      'tres.',
    ]);
  });

  it('returns null if the words do not match those with timings', () => {
    expect(splitTranscript('Eran las tres', words)).toBeNull();
    expect(splitTranscript('', words)).toBeNull();
  });
});
