import { describe, expect, it } from 'vitest';
import {
  checkOptionalText,
  checkRequiredText,
  countCharacters,
  isBlank,
  isWellFormed,
} from './text-checks.ts';

const checkOptional = (text: string) => checkOptionalText(text, 3, 'SEARCH_TOO_LONG');
const checkRequired = (text: string) => checkRequiredText(text, 3, 'TITLE_REQUIRED', 'TITLE_TOO_LONG');

describe('isBlank', () => {
  it.each([
    ['nothing', ''],
    ['spaces and lines', ' \n\t\u00a0\u3000'],
    ['zero-width characters', '\u200b\u200d\ufeff\u2060'],
    ['marks of direction', '\u202e\u2066\u2069'],
    ['fillers', '\u3164\u115f\u2800'],
    ['control characters', '\u0000\u0007'],
  ])('is true of %s', (_what, text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each([
    ['a word', ' hola '],
    ['an emoji alone', '👩\u200d👧'],
    ['a text from right to left', '\u202bمرحبا'],
    ['a single point', '.'],
    ['a word before blanks', 'a \u200b'],
    ['a word after blanks', '\u200b a'],
  ])('is false of %s', (_what, text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('countCharacters', () => {
  it.each([
    ['', 0],
    ['hola', 4],
    ['ñandú', 5],
    ['😀', 1],
    ['e\u0301', 2],
    ['👩\u200d👧', 3],
    ['\uD83D', 1],
    ['\uDE00\uD83D', 2],
  ])('counts the code points of %j: %i', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });
});

describe('isWellFormed', () => {
  it.each(['', 'hola', '😀', '\uFFFD', '\u0000'])('is true of %j', (text) => {
    expect(isWellFormed(text)).toBe(true);
  });

  it.each(['\uD83D', 'a\uDE00b', '\uDE00\uD83D'])('is false of half a pair in %j', (text) => {
    expect(isWellFormed(text)).toBe(false);
  });
});

describe('checkOptionalText', () => {
  it('accepts texts up to the bound, and does not count the spaces around them', () => {
    expect(checkOptional('')).toBeNull();
    expect(checkOptional('abc')).toBeNull();
    expect(checkOptional('😀😀😀')).toBeNull();
    expect(checkOptional('\u00A0abc\n')).toBeNull();
  });

  it('refuses one character more, also when it is a space within', () => {
    expect(checkOptional('abcd')).toBe('SEARCH_TOO_LONG');
    expect(checkOptional('ab c')).toBe('SEARCH_TOO_LONG');
    expect(checkOptional('e\u0301e\u0301')).toBe('SEARCH_TOO_LONG');
  });

  it('refuses what cannot be stored, after what is too long', () => {
    expect(checkOptional('a\u0000b')).toBe('INVALID_INPUT');
    expect(checkOptional('\uD83D')).toBe('INVALID_INPUT');
    expect(checkOptional('abc\u0000')).toBe('SEARCH_TOO_LONG');
  });
});

describe('checkRequiredText', () => {
  it('refuses a blank text, however long', () => {
    expect(checkRequired('')).toBe('TITLE_REQUIRED');
    expect(checkRequired('\u200b\u200b\u200b\u200b')).toBe('TITLE_REQUIRED');
    expect(checkRequired('\u0000')).toBe('TITLE_REQUIRED');
  });

  it('judges other texts as an optional one', () => {
    expect(checkRequired('abc')).toBeNull();
    expect(checkRequired('abcd')).toBe('TITLE_TOO_LONG');
    expect(checkRequired('a\u0000')).toBe('INVALID_INPUT');
  });
});
