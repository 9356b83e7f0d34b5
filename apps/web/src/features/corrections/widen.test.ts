import { limits } from '@relato/contract/limits';
import { expect, it } from 'vitest';
import { canCorrect, findDoubt, widen } from './widen.ts';

const words = 'el mar se llevó la barca'
  .split(' ')
  .map((text, index) => ({ text, startMs: index * 100, endMs: index * 100 + 80 }));

it('widens a draft by the word before or after, and keeps the typed text', () => {
  const draft = { range: { from: 1, to: 1 }, said: 'bar' };
  expect(widen(words, draft, 'before')).toEqual({ range: { from: 0, to: 1 }, said: 'el bar' });
  expect(widen(words, draft, 'after')).toEqual({ range: { from: 1, to: 2 }, said: 'bar se' });
});

it('stops at the ends of the text and at the limit of one correction', () => {
  expect(widen(words, { range: { from: 0, to: 1 }, said: 'x' }, 'before')).toBeNull();
  expect(widen(words, { range: { from: 4, to: 5 }, said: 'x' }, 'after')).toBeNull();
  const { maxWords, maxTextLength } = limits.corrections;
  const many = Array.from({ length: maxWords + 2 }, () => ({ text: 'a', startMs: 0, endMs: 0 }));
  const most = { range: { from: 1, to: maxWords }, said: 'x' };
  expect([widen(many, most, 'before'), widen(many, most, 'after')]).toEqual([null, null]);
  expect([
    canCorrect({ from: 0, to: maxWords - 1 }, 'a'),
    canCorrect({ from: 0, to: maxWords }, 'a'),
  ]).toEqual([true, false]);
  expect(canCorrect({ from: 0, to: 0 }, 'a'.repeat(maxTextLength + 1))).toBe(false);
});

it('finds the next doubtful word, and starts over after the last one', () => {
  expect([-1, 1, 4, 9].map((after) => findDoubt([1, 4], after))).toEqual([1, 4, 1, 1]);
  expect(findDoubt([], 0)).toBeUndefined();
});
