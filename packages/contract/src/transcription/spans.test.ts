import { describe, expect, it, vi } from 'vitest';
import { limits } from '../limits.ts';
import { isSaidAt, placeSpan, toRangeText, toSpan } from './spans.ts';

const say = (text: string, { fromMs = 0, eachMs = 400 } = {}) =>
  text.split(' ').map((word, index) => ({
    text: word,
    startMs: fromMs + index * eachMs,
    endMs: fromMs + index * eachMs + eachMs - 100,
  }));
const words = say('Y entonces el mar se llevó la barca');
const sea = { startMs: 1_200, endMs: 1_500, text: 'mar' };

describe('the words of a span', () => {
  const range = { from: 2, to: 5 };

  it('have exactly its time', () => {
    const span = toSpan(words, range);
    expect(span).toEqual({ startMs: 800, endMs: 2_300 });
    expect(span && isSaidAt(words, range, span)).toBe(true);
    expect(toRangeText(words, range)).toBe('el mar se llevó');
  });

  it.each([
    ['begins elsewhere', range, { startMs: 801, endMs: 2_300 }],
    ['ends elsewhere', range, { startMs: 800, endMs: 2_301 }],
    ['is of words that are not there', { from: 2, to: 99 }, { startMs: 800, endMs: 2_300 }],
    ['ends before it begins', { from: 5, to: 2 }, { startMs: 2_000, endMs: 1_100 }],
  ])('do not match a span that %s', (_what, wrong, span) => expect(isSaidAt(words, wrong, span)).toBe(false));

  it('are not too many', () => {
    const { maxWords } = limits.span;
    const many = say('no '.repeat(maxWords + 1).trim());
    const isTaken = (to: number) => {
      const span = toSpan(many, { from: 0, to });
      return span !== null && isSaidAt(many, { from: 0, to }, span);
    };
    expect([isTaken(maxWords - 1), isTaken(maxWords)]).toEqual([true, false]);
    expect(toSpan([], { from: 0, to: 0 })).toBeNull();
  });
});

const placed = (text: string, options = {}) => placeSpan(say(text, options), sea);

describe('a kept span', () => {
  it('stays on its words, whatever their case and marks', () => {
    expect(placed('y entonces el «Mar», se llevó')).toEqual({ from: 3, to: 3 });
  });

  it('stays at its time when another word replaces its own', () => {
    expect(placed('Y entonces el bar se llevó')).toEqual({ from: 3, to: 3 });
  });

  it('stays at times that a correction keeps, even if a neighbour has its text', () => {
    const first = { startMs: 0, endMs: 300, text: 'no' };
    expect(placeSpan(say('yo no quiero'), first)).toEqual({ from: 0, to: 0 });
  });

  it('is distinguished by its text from a word at the same time', () => {
    const [la, casa] = [say('la'), say('casa', { fromMs: 300 })];
    const joined = [...la, { text: 'gran', startMs: 300, endMs: 300 }, ...casa];
    const span = { startMs: 300, endMs: 600 };
    expect(placeSpan(joined, { ...span, text: 'casa' })).toEqual({ from: 2, to: 2 });
    expect(placeSpan(joined, { ...span, text: 'gran casa' })).toEqual({ from: 1, to: 2 });
  });

  it('is placed fast among ten thousand words at one time, as in a malicious text', () => {
    const many = Array.from({ length: 10_000 }, () => ({ text: 'a', startMs: 0, endMs: 0 }));
    const text = `${'a '.repeat(58)}b`;
    const compared = vi.fn<() => string>(() => 'a');
    const counted = many.map((word) => Object.defineProperty({ ...word }, 'text', { get: compared }));
    for (let turn = 0; turn < 50; turn += 1) placeSpan(counted, { startMs: 0, endMs: 1, text });
    // Each word is read once, however many signs there are.
    expect(compared.mock.calls.length).toBeLessThan(20_100);
  });

  it('is placed without reading every word of a long text, whatever it says', () => {
    let reads = 0;
    const long = new Proxy(say('a '.repeat(10_000).trim()), {
      get: (target, key) => {
        reads += typeof key === 'string' && /^\d+$/.test(key) ? 1 : 0;
        return Reflect.get(target, key) as unknown;
      },
    });
    const spans = [
      { startMs: 3_999_600, endMs: 3_999_900, text: 'a' },
      { startMs: 2_000_010, endMs: 2_000_300, text: 'b' },
      { startMs: 2_000_350, endMs: 2_000_360, text: 'b' },
      { startMs: 5_000_000, endMs: 5_000_010, text: 'a b' },
    ];
    expect(spans.map((span) => placeSpan(long, span))).toEqual([
      { from: 9_999, to: 9_999 },
      { from: 5_000, to: 5_000 },
      null,
      null,
    ]);
    expect(reads / spans.length).toBeLessThan(1_000);
  });

  it('follows its words to other times', () => {
    expect(placed('Y entonces el mar se llevó', { fromMs: 700 })).toEqual({ from: 3, to: 3 });
    expect(placed('Y pues entonces ese mismo mar se llevó', { fromMs: 30 })).toEqual({ from: 5, to: 5 });
  });

  it('follows the nearest of equal words', () => {
    expect(placed('mar y el tan mar de mar', { fromMs: 30 })).toEqual({ from: 4, to: 4 });
  });

  it('does not follow them far', () => {
    const late = `${'ay '.repeat(12)}mar`;
    expect(placed(late)).toEqual({ from: 3, to: 3 });
  });

  it('is null when there are no words any more', () => {
    expect(placed('Y ya')).toBeNull();
    expect(placeSpan([], sea)).toBeNull();
  });

  it('of a sentence needs all its words in order', () => {
    const sentence = { startMs: 800, endMs: 1_900, text: 'el mar se' };
    expect(placeSpan(words, sentence)).toEqual({ from: 2, to: 4 });
    expect(placeSpan(say('ah Y entonces el mar se llevó', { fromMs: 30 }), sentence)).toEqual({
      from: 3,
      to: 5,
    });
    expect(placeSpan(say('Y entonces se mar el llevó'), sentence)).toEqual({ from: 2, to: 4 });
  });
});
