import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { findRange, placeSpan, toRangeText, toSpan } from './rules.ts';

const say = (text: string, { fromMs = 0, eachMs = 400 } = {}) =>
  text.split(' ').map((word, index) => ({
    text: word,
    startMs: fromMs + index * eachMs,
    endMs: fromMs + index * eachMs + eachMs - 100,
  }));
const words = say('Y entonces el mar se llevó la barca');
const sea = { startMs: 1_200, endMs: 1_500, text: 'mar' };

describe('the words of a span', () => {
  it('are those that begin and end with it', () => {
    const range = { from: 2, to: 5 };
    const span = toSpan(words, range);
    expect(span).toEqual({ startMs: 800, endMs: 2_300 });
    expect(span && findRange(words, span)).toEqual(range);
    expect(toRangeText(words, range)).toBe('el mar se llevó');
  });

  it.each([
    ['between words', { startMs: 801, endMs: 1_500 }],
    ['that ends elsewhere', { startMs: 800, endMs: 1_501 }],
    ['that ends before it begins', { startMs: 1_200, endMs: 1_100 }],
    ['behind the end', { startMs: 90_000, endMs: 90_300 }],
  ])('are none of a span %s', (_what, span) => expect(findRange(words, span)).toBeNull());

  it('are not too many', () => {
    const { maxWords } = limits.reactions;
    const many = say('no '.repeat(maxWords + 1).trim());
    const [long, tooLong] = [maxWords - 1, maxWords].map((to) => toSpan(many, { from: 0, to }));
    expect(long && findRange(many, long)).toEqual({ from: 0, to: maxWords - 1 });
    expect(tooLong && findRange(many, tooLong)).toBeNull();
    expect(toSpan([], { from: 0, to: 0 })).toBeNull();
  });
});

const placed = (text: string, options = {}) => placeSpan(say(text, options), sea);

describe('a kept span', () => {
  it('stays on its words, whatever their case and marks', () => {
    expect(placed('y entonces el «Mar», se llevó')).toEqual({ from: 3, to: 3 });
  });

  it('stays at its time when another word is heard there', () => {
    expect(placed('Y entonces el bar se llevó')).toEqual({ from: 3, to: 3 });
  });

  it('follows its words when they are timed otherwise', () => {
    expect(placed('Y entonces el mar se llevó', { fromMs: 700 })).toEqual({ from: 3, to: 3 });
    expect(placed('Y pues entonces ese mismo mar se llevó')).toEqual({ from: 5, to: 5 });
  });

  it('follows the nearest of equal words', () => {
    expect(placed('mar y el tan mar de mar')).toEqual({ from: 4, to: 4 });
  });

  it('does not follow them far', () => {
    const late = `${'ay '.repeat(12)}mar`;
    expect(placed(late)).toEqual({ from: 3, to: 3 });
  });

  it('is nowhere when nothing is said there any more', () => {
    expect(placed('Y ya')).toBeNull();
    expect(placeSpan([], sea)).toBeNull();
  });

  it('of a sentence needs all its words in order', () => {
    const sentence = { startMs: 800, endMs: 1_900, text: 'el mar se' };
    expect(placeSpan(words, sentence)).toEqual({ from: 2, to: 4 });
    expect(placeSpan(say('ah Y entonces el mar se llevó'), sentence)).toEqual({ from: 3, to: 5 });
    expect(placeSpan(say('Y entonces se mar el llevó'), sentence)).toEqual({ from: 2, to: 4 });
  });
});
