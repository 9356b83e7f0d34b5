import { describe, expect, it } from 'vitest';
import { areTokens, mergeTokens } from './merge-tokens.ts';

const token = (text: string, startMs: number, endMs: number, confidence: number | null = 0.5) => ({
  text,
  startMs,
  endMs,
  confidence,
});

describe('mergeTokens', () => {
  it('joins tokens up to the next leading space', () => {
    const tokens = [
      token(' Hab', 0, 100, 0.6),
      token('ía', 100, 200, 1),
      token(' ¿', 250, 260),
      token('qu', 260, 300),
    ];
    expect(mergeTokens([...tokens, token('é', 300, 350), token('?', 350, 360)], 'Había ¿qué?')).toEqual([
      { text: 'Había', startMs: 0, endMs: 200, confidence: 0.8 },
      { text: '¿qué?', startMs: 260, endMs: 350, confidence: 0.5 },
    ]);
  });

  it('takes the spelling from the text if tokens split a character', () => {
    const tokens = [
      token(' El', 0, 100),
      token(' ni', 100, 150),
      token('\uFFFD', 150, 160),
      token('\uFFFD', 160, 170),
    ];
    const words = mergeTokens([...tokens, token('o', 170, 200), token(' ríe', 200, 300)], ' El niño ríe\n');
    expect(words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['El', 0, 100],
      ['niño', 100, 200],
      ['ríe', 200, 300],
    ]);
  });

  it('returns nothing without tokens', () => {
    expect(mergeTokens([], '')).toEqual([]);
  });

  it('drops words that consist of spaces', () => {
    expect(mergeTokens([token(' ', 0, 100), token(' sí', 100, 200)], 'sí')).toEqual([token('sí', 100, 200)]);
  });

  it('keeps the spelling of the tokens if they split no character', () => {
    expect(mergeTokens([token(' hola', 0, 100)], 'adiós')).toEqual([token('hola', 0, 100)]);
  });

  it('starts a word at a space before a token, but not inside of one', () => {
    expect(mergeTokens([token(' a', 0, 100), token('b c', 100, 200)], '')).toEqual([token('ab c', 0, 200)]);
  });

  it.each([
    ['a full stop that is 560 ms late', [token(' tren', 800, 1_120), token('.', 1_120, 1_680)], 800, 1_120],
    ['a comma', [token(' tr', 0, 80), token('en', 80, 240), token(',', 240, 640)], 0, 240],
    ['several signs', [token(' no', 0, 160), token('!', 160, 400), token('»', 400, 720)], 0, 160],
    ['a sign before the word', [token(' ¿', 0, 400), token('qué', 480, 640)], 480, 640],
    ['a space of its own', [token(' ', 0, 400), token('qué', 480, 640)], 480, 640],
    ['a sign within', [token(' 3', 0, 80), token('.', 80, 160), token('14', 160, 400)], 0, 400],
    ['a sign alone', [token(' —', 100, 400)], 100, 400],
    [
      'letters that were split',
      [token(' ni', 0, 80), token('\uFFFD', 80, 120), token('\uFFFD', 120, 160)],
      0,
      160,
    ],
  ])('ends a word where the voice ends: %s', (_, tokens, startMs, endMs) => {
    expect(mergeTokens(tokens, 'niño')).toMatchObject([{ startMs, endMs }]);
  });

  it('returns the mean of the known confidences', () => {
    const known = [token(' a', 0, 100, null), token('b', 100, 200, 0.8)];
    expect(mergeTokens(known, '')).toEqual([token('ab', 0, 200, 0.8)]);
    expect(mergeTokens([token(' a', 0, 100, null)], '')).toEqual([token('a', 0, 100, null)]);
  });
});

describe('areTokens', () => {
  it.each([
    [[' Hab', 'ía'], true],
    [['Hab', ' ía'], true],
    [['había', 'una vez'], false],
    [[], false],
  ])('of %j is %s', (texts, expected) => {
    expect(areTokens(texts.map((text) => token(text, 0, 1)))).toBe(expected);
  });
});
