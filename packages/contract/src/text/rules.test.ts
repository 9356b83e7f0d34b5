import { describe, expect, it } from 'vitest';
import {
  checkModerationReason,
  checkOptionalText,
  checkRequiredText,
  checkSearch,
  countCharacters,
  isBlank,
  isWellFormed,
  removeInvisible,
  toStoredText,
} from './rules.ts';

const checkOptional = (text: string) => checkOptionalText(text, 3, 'SEARCH_TOO_LONG');
const checkRequired = (text: string) => checkRequiredText(text, 3, 'TITLE_REQUIRED', 'TITLE_TOO_LONG');

describe('isBlank', () => {
  // White space and line breaks, zero-width characters, direction marks, fillers, control characters.
  it.each([
    '',
    ' \n\t\u00a0\u3000',
    '\u200b\u200d\ufeff\u2060',
    '\u202e\u2066\u2069',
    '\u3164\u115f\u2800',
    '\u0000\u0007',
  ])('is true of %j', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each([' hola ', '👩\u200d👧', '\u202bمرحبا', '.', 'a \u200b', '\u200b a'])('is false of %j', (text) => {
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

describe('SEC-60: removeInvisible', () => {
  it.each([
    ['spaces without width', 'a\u200Bb\uFEFFc\u2060d', 'abcd'],
    ['orders turned around', '\u202Ea\u202C\u2066b\u2069\u200E\u200F\u061C', 'ab'],
    ['joiners outside of emoji', 'a\u200Db\u200Cc', 'abc'],
    ['soft hyphens and joiners of graphemes', 'a\u00ADb\u034Fc', 'abc'],
    ['fillers', 'a\u3164b\u115Fc\uFFA0d', 'abcd'],
    ['selectors behind letters and digits', 'a\uFE0Fb\u{E0101}1\uFE0F', 'ab1'],
    ['tags that spell a hidden text', 'hola\u{E0068}\u{E0069}\u{E007F}', 'hola'],
    ['tags without an end behind a flag', '\u{1F3F4}\u{E0067}\u{E0062}!', '\u{1F3F4}!'],
    ['anchors of annotations', 'a\uFFF9b\uFFFBc', 'abc'],
    ['control characters', 'a\u0007b\u001Bc\u007Fd\u0085e', 'abcde'],
    ['a joiner that joins nothing', '👩\u200D', '👩'],
    ['a joiner between others', '👩\u200B\u200D👧', '👩👧'],
  ])('removes %s', (_what, text, shown) => {
    expect(removeInvisible(text)).toBe(shown);
  });

  it.each([
    '👩\u200D👩\u200D👧\u200D👦',
    '🧑🏽\u200D🤝\u200D🧑🏻',
    '🏳\uFE0F\u200D🌈',
    '👁\uFE0F\u200D🗨\uFE0F',
    '🙋🏽\u200D♀\uFE0F',
    '❤\uFE0F y ❤\uFE0E',
    '1\uFE0F\u20E3#\uFE0F\u20E3',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '🇪🇸👍🏽',
    '葛\u{E0100}',
    'مرحبا بالعالم',
    'e\u0301 n\u0303',
    'una\n\tdos\r\n\u00A0\u2028tres',
    'a\u0000b',
  ])('keeps %j', (text) => {
    expect(removeInvisible(text)).toBe(text);
  });

  it('removes everything in one pass, in time linear in the text', () => {
    const flags = '\u{1F3F4}'.concat('\u{E0061}'.repeat(100_000));
    const joiners = '👩\u200D'.repeat(100_000);
    for (const text of [flags, joiners, '\u200B'.repeat(100_000)]) {
      const shown = removeInvisible(text);
      expect(removeInvisible(shown)).toBe(shown);
    }
  });
});

it('SEC-60: a text is stored without invisible characters and outer spaces', () => {
  expect(toStoredText('\u200B \u202E hola\u200B \uFEFF')).toBe('hola');
});

describe('checkOptionalText', () => {
  it('accepts texts up to the limit, without counting outer spaces', () => {
    expect(checkOptional('')).toBeNull();
    expect(checkOptional('abc')).toBeNull();
    expect(checkOptional('😀😀😀')).toBeNull();
    expect(checkOptional('\u00A0abc\n')).toBeNull();
  });

  it('does not count characters that are not stored', () => {
    expect(checkOptional('a\u200Bb\u202Ec')).toBeNull();
  });

  it('refuses one more character, even an inner space', () => {
    expect(checkOptional('abcd')).toBe('SEARCH_TOO_LONG');
    expect(checkOptional('ab c')).toBe('SEARCH_TOO_LONG');
    expect(checkOptional('e\u0301e\u0301')).toBe('SEARCH_TOO_LONG');
  });

  it('refuses unstorable texts, after the check of the length', () => {
    expect(checkOptional('a\u0000b')).toBe('INVALID_INPUT');
    expect(checkOptional('\uD83D')).toBe('INVALID_INPUT');
    expect(checkOptional('abc\u0000')).toBe('SEARCH_TOO_LONG');
  });
});

describe('checkRequiredText', () => {
  it('refuses a blank text of any length', () => {
    expect(checkRequired('')).toBe('TITLE_REQUIRED');
    expect(checkRequired('\u200b\u200b\u200b\u200b')).toBe('TITLE_REQUIRED');
    expect(checkRequired('\u0000')).toBe('TITLE_REQUIRED');
  });

  it('treats other texts like an optional one', () => {
    expect(checkRequired('abc')).toBeNull();
    expect(checkRequired('abcd')).toBe('TITLE_TOO_LONG');
    expect(checkRequired('a\u0000')).toBe('INVALID_INPUT');
  });
});

describe('checkModerationReason', () => {
  it('accepts up to 500 characters', () => {
    expect(checkModerationReason('Spam')).toBeNull();
    expect(checkModerationReason('ñ'.repeat(500))).toBeNull();
    expect(checkModerationReason('ñ'.repeat(501))).toBe('REASON_TOO_LONG');
  });

  it('refuses a blank text, and one that cannot be stored', () => {
    expect(checkModerationReason(' \u200B ')).toBe('REASON_REQUIRED');
    expect(checkModerationReason('a\u0000')).toBe('INVALID_INPUT');
  });
});

describe('checkSearch', () => {
  it('accepts an empty text, and up to 100 characters', () => {
    expect(checkSearch('')).toBeNull();
    expect(checkSearch('😀'.repeat(100))).toBeNull();
    expect(checkSearch('😀'.repeat(101))).toBe('SEARCH_TOO_LONG');
  });

  it('refuses a text that cannot be stored', () => {
    expect(checkSearch('a\u0000')).toBe('INVALID_INPUT');
  });
});
