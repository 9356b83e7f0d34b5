import type { SpokenWord } from '@relato/contract/transcription/types';
import { describe, expect, it } from 'vitest';
import { findReached, findWordIndex, splitTranscript } from './find-spoken-word.ts';

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

describe('findReached', () => {
  // Three words were inserted: one before «como», and two at the end.
  const inserted = [
    word('Eran', 200, 400),
    word('casi', 400, 400),
    word('como', 400, 600),
    word('tres', 600, 800),
    word('o', 800, 800),
    word('cuatro', 800, 800),
  ];
  it.each([
    [400, 1, 1],
    [400, 2, 2],
    [599, 1, 1],
    [800, 4, 4],
    // The time of the reached word is over, or nothing was reached.
    [600, 1, 3],
    [200, 1, 0],
    [400, -1, 2],
    // The text has fewer words than before.
    [400, 6, 2],
    [0, 6, -1],
  ])('returns at %i ms, with the word %i reached, the word %i', (positionMs, reached, index) => {
    expect(findReached(inserted, positionMs / 1000, reached)).toBe(index);
  });

  it('lets the keys pass every word in both directions', () => {
    for (const direction of [1, -1]) {
      let reached = direction === 1 ? 0 : inserted.length - 1;
      const passed = [reached];
      while (inserted[reached + direction]) {
        const seconds = (inserted[reached]?.startMs ?? 0) / 1000;
        reached = findReached(inserted, seconds, reached) + direction;
        passed.push(reached);
      }
      expect(passed).toEqual(direction === 1 ? [0, 1, 2, 3, 4, 5] : [5, 4, 3, 2, 1, 0]);
    }
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
