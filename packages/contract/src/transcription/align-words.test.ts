import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { alignWords } from './align-words.ts';
import type { TranscriptWord } from './types.ts';

/** Returns words of half a second, of which 400 ms are spoken. */
const speak = (text: string): TranscriptWord[] =>
  text
    .split(' ')
    .map((text, index) => ({ text, startMs: index * 500, endMs: index * 500 + 400, confidence: 0.9 }));
const timesOf = (words: readonly TranscriptWord[]) =>
  words.map(({ text, startMs, endMs }) => [text, startMs, endMs] as const);

const confidencesOf = (before: string, after: string) =>
  alignWords(speak(before), after).map(({ confidence }) => confidence);

/** Returns the length of the longest common subsequence. */
const countCommon = (before: readonly string[], after: readonly string[]): number => {
  const [word, ...others] = before;
  if (word === undefined) return 0;
  const found = after.indexOf(word);
  return Math.max(
    countCommon(others, after),
    found === -1 ? 0 : 1 + countCommon(others, after.slice(found + 1)),
  );
};

describe('alignWords', () => {
  it('keeps all words of a text that was not edited', () => {
    const words = speak('uno dos tres');
    expect(alignWords(words, '  uno\ndos  tres ')).toEqual(words);
  });

  it('keeps the time of a word that changes its case, accents or punctuation', () => {
    const words = speak('el nino rio mucho');
    expect(timesOf(alignWords(words, 'El niño rió, ¡mucho!'))).toEqual([
      ['El', 0, 400],
      ['niño', 500, 900],
      ['rió,', 1_000, 1_400],
      ['¡mucho!', 1_500, 1_900],
    ]);
  });

  it('keeps the confidence of a word that changes only its punctuation or its encoding', () => {
    expect(confidencesOf('el mucho rió', '«El, ¡mucho! rio\u0301…')).toEqual([null, 0.9, 0.9]);
    expect(confidencesOf('nino — años', 'niño – anos')).toEqual([null, null, null]);
    expect(confidencesOf('🥭 —', '🥭 —')).toEqual([0.9, 0.9]);
  });

  it('D24: keeps all other timings exactly if three words of 200 are edited', () => {
    const vocabulary = ['de', 'la', 'casa', 'que', 'y', 'mar', 'el', 'un'];
    const texts = Array.from({ length: 200 }, (_, index) => vocabulary[(index * 5 + (index >> 3)) % 8] ?? '');
    const words = speak(texts.join(' '));
    const edited = texts.with(20, 'playa').with(101, 'de').with(180, 'mar');
    const aligned = alignWords(words, edited.join(' '));
    expect(timesOf(aligned)).toEqual(
      words.map(({ startMs, endMs }, index) => [edited[index], startMs, endMs]),
    );
  });

  it('gives a replacement the time of the replaced word and no confidence', () => {
    expect(alignWords(speak('uno dos tres'), 'uno doce tres')[1]).toEqual({
      text: 'doce',
      startMs: 500,
      endMs: 900,
      confidence: null,
    });
  });

  it('does not confuse a replacement with an equal neighbour', () => {
    expect(timesOf(alignWords(speak('uno dos tres cuatro'), 'dos dos tres cuatro'))).toEqual([
      ['dos', 0, 400],
      ['dos', 500, 900],
      ['tres', 1_000, 1_400],
      ['cuatro', 1_500, 1_900],
    ]);
  });

  it('puts inserted words into the pause between their neighbours, by length', () => {
    expect(timesOf(alignWords(speak('uno dos'), 'uno y cua dos'))).toEqual([
      ['uno', 0, 400],
      ['y', 400, 425],
      ['cua', 425, 500],
      ['dos', 500, 900],
    ]);
  });

  it('divides the time of replaced words among a different number of words', () => {
    expect(timesOf(alignWords(speak('uno dos tres cuatro'), 'uno abcd cuatro'))).toEqual([
      ['uno', 0, 400],
      ['abcd', 500, 1_400],
      ['cuatro', 1_500, 1_900],
    ]);
  });

  it('gives each of an equal number of replacements the time of one word', () => {
    expect(timesOf(alignWords(speak('uno dos tres cuatro'), 'uno ab cdefgh cuatro')).slice(1, 3)).toEqual([
      ['ab', 500, 900],
      ['cdefgh', 1_000, 1_400],
    ]);
  });

  it('shares the time from the first to the last of many replaced words', () => {
    expect(timesOf(alignWords(speak('uno dos tres cuatro cinco'), 'uno abcd cinco'))[1]).toEqual([
      'abcd',
      500,
      1_900,
    ]);
  });

  it('shares the time of words that are replaced at the end', () => {
    expect(timesOf(alignWords(speak('uno dos'), 'uno ab cd')).slice(1)).toEqual([
      ['ab', 500, 700],
      ['cd', 700, 900],
    ]);
  });

  it('leaves gaps for deleted words', () => {
    expect(timesOf(alignWords(speak('uno dos tres'), 'uno tres'))).toEqual([
      ['uno', 0, 400],
      ['tres', 1_000, 1_400],
    ]);
  });

  it('keeps words after a deleted sentence', () => {
    const aligned = alignWords(speak('quita esto de aquí la historia empieza'), 'la historia empieza');
    expect(timesOf(aligned)).toEqual([
      ['la', 2_000, 2_400],
      ['historia', 2_500, 2_900],
      ['empieza', 3_000, 3_400],
    ]);
  });

  it('adds words at both ends within the existing time', () => {
    const words = speak('a dos').slice(1);
    expect(timesOf(alignWords(words, 'uno dos tres'))).toEqual([
      ['uno', 0, 500],
      ['dos', 500, 900],
      ['tres', 900, 900],
    ]);
  });

  it('returns nothing for an empty text or without timings', () => {
    expect(alignWords(speak('uno dos'), ' \n')).toEqual([]);
    expect(alignWords([], 'uno dos')).toEqual([]);
  });

  it('returns every word of the text in order of time for any edit', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'B,', 'c', '—', 'ñ', 'n'), { maxLength: 12 });
    const gaps = fc.array(fc.nat(30), { minLength: 24, maxLength: 24 });
    const check = fc.property(text, text, gaps, (before, after, gaps) => {
      // Neighbours may overlap, like those of some providers.
      const words = before.map((text, index) => {
        const startMs = gaps.slice(0, index).reduce((sum, gap) => sum + gap, 0);
        return { text, startMs, endMs: startMs + (gaps[index + 12] ?? 0), confidence: null };
      });
      const aligned = alignWords(words, after.join(' '));
      expect(aligned.map(({ text }) => text)).toEqual(words.length === 0 ? [] : after);
      expect(aligned.every(({ startMs, endMs }) => startMs <= endMs)).toBe(true);
      expect(aligned.map(({ startMs }) => startMs)).toEqual(
        aligned.map(({ startMs }) => startMs).toSorted((a, b) => a - b),
      );
    });
    fc.assert(check, { numRuns: 500, seed: 1 });
  });

  it('keeps as many words as the best alignment, each with its own time', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
    const check = fc.property(text, text, (before, after) => {
      const words = speak(before.join(' ')).slice(0, before.length);
      const kept = alignWords(words, after.join(' ')).filter(({ confidence }) => confidence !== null);
      expect(kept).toHaveLength(countCommon(before, after));
      for (const word of kept) expect(words).toContainEqual(word);
      expect(new Set(kept.map(({ startMs }) => startMs)).size).toBe(kept.length);
    });
    fc.assert(check, { numRuns: 500, seed: 1 });
  });

  it('prefers one kept word to three replacements', () => {
    expect(alignWords(speak('uno dos tres'), 'tres cuatro cinco')[0]).toEqual({
      text: 'tres',
      startMs: 1_000,
      endMs: 1_400,
      confidence: 0.9,
    });
  });

  it('returns nothing for more words than the longest transcript has', () => {
    const { maxWords } = limits.transcript;
    expect(alignWords(speak('a b'), 'a '.repeat(maxWords))).toHaveLength(maxWords);
    expect(alignWords(speak('a b'), 'a '.repeat(maxWords + 1))).toEqual([]);
  });
});

it('aligns a text that is not what was heard without comparing every pair', () => {
  const words = speak(Array.from({ length: 3_000 }, (_, index) => `w${index}`).join(' '));
  const aligned = alignWords(words, `w0 ${'a '.repeat(1_998)}w2999`);
  expect(timesOf(aligned).at(0)).toEqual(['w0', 0, 400]);
  expect(timesOf(aligned).at(-1)).toEqual(['w2999', 1_499_500, 1_499_900]);
});
