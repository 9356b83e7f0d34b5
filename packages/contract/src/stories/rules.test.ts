import { describe, expect, it } from 'vitest';
import {
  checkFilterTags,
  checkTag,
  checkTagCount,
  checkTagList,
  checkTags,
  checkTitle,
  fixedTags,
  foldTag,
  toFeedFilter,
} from './rules.ts';

const numbered = (length: number): string[] => Array.from({ length }, (_, index) => `tag ${index}`);

it('fixedTags are those of the product, in its order', () => {
  expect(fixedTags.join(' ')).toBe(
    'misterio terror humor romance crimen comedia lifestyle traición increíble película amor',
  );
});

describe('foldTag', () => {
  it.each([
    ['case', 'ÁRBOL', 'árbol'],
    ['spaces around', '  humor ', 'humor'],
    ['the width of white space within', 'mi\u00a0 \n abuela  Ana', 'mi abuela ana'],
    ['every character without a picture', '\u200bhu\u200bmo\u00adr', 'humor'],
    ['spaces that such a character hides', '\u200b humor', 'humor'],
    ['the composition of an accent', 'traicio\u0301n', 'traición'],
  ])('ignores %s', (_what, tag, folded) => {
    expect(foldTag(tag)).toBe(folded);
  });

  it('keeps accents, and spaces between words', () => {
    expect(foldTag('papá')).not.toBe(foldTag('papa'));
    expect(foldTag('mi abuela')).not.toBe(foldTag('miabuela'));
  });
});

describe('checkTitle', () => {
  it('accepts up to 300 characters', () => {
    expect(checkTitle('Una tarde')).toBeNull();
    expect(checkTitle('🚂'.repeat(300))).toBeNull();
    expect(checkTitle('🚂'.repeat(301))).toBe('TITLE_TOO_LONG');
  });

  it('refuses a blank text, and one that cannot be stored', () => {
    expect(checkTitle(' \u200B ')).toBe('TITLE_REQUIRED');
    expect(checkTitle('a\u0000')).toBe('INVALID_INPUT');
  });
});

describe('checkTag', () => {
  it('accepts up to 50 characters, such as 26 emoji', () => {
    expect(checkTag('😀'.repeat(26))).toBeNull();
    expect(checkTag('😀'.repeat(50))).toBeNull();
    expect(checkTag('a'.repeat(51))).toBe('TAG_TOO_LONG');
  });

  it('refuses a blank text, and one that cannot be stored', () => {
    expect(checkTag('\u200b\u2800')).toBe('TAG_REQUIRED');
    expect(checkTag('a\u0000')).toBe('INVALID_INPUT');
  });
});

describe('lists of tags', () => {
  it('have up to 30 tags', () => {
    for (const check of [checkTags, checkTagList, checkTagCount, checkFilterTags]) {
      expect(check([])).toBeNull();
      expect(check(numbered(30))).toBeNull();
      expect(check(numbered(31))).toBe('TAGS_TOO_MANY');
    }
  });

  it('contain no two tags that look the same, and report this before too many tags', () => {
    expect(checkTagList(['Árbol', 'humor', 'árbol'])).toBe('TAG_DUPLICATE');
    expect(checkTags(['Árbol', 'humor', 'árbol'])).toBe('TAG_DUPLICATE');
    expect(checkTags([...numbered(30), 'tag 0'])).toBe('TAG_DUPLICATE');
    expect(checkFilterTags(['Árbol', 'árbol'])).toBeNull();
  });

  it('contain no invalid tag, and report this first', () => {
    for (const check of [checkTags, checkFilterTags]) {
      expect(check(['humor', ' '])).toBe('TAG_REQUIRED');
      expect(check(['humor', 'x'.repeat(51), ' '])).toBe('TAG_TOO_LONG');
      expect(check([...numbered(30), ' '])).toBe('TAG_REQUIRED');
    }
  });
});

describe('toFeedFilter', () => {
  it('reads the words and the tags of an address, each tag once and without spaces', () => {
    expect(toFeedFilter({ q: ' el tren ', tags: ' humor , ,amor,humor' })).toEqual({
      search: 'el tren',
      tags: ['humor', 'amor'],
      order: 'featured',
    });
  });

  it('reads a backslash as itself, unless a comma or another one follows', () => {
    expect(toFeedFilter({ tags: 'c:\\tren,padre\\, hijo,\\\\,\\' }).tags).toEqual([
      'c:\\tren',
      'padre, hijo',
      '\\',
    ]);
  });

  it('is empty without parameters', () => {
    expect(toFeedFilter({})).toEqual({ search: '', tags: [], order: 'featured' });
  });

  it('reads the order by its name in the address, and uses the default for unknown names', () => {
    const orders = ['nuevas', 'en-alza', 'siguiendo', 'para-ti', 'destacadas', 'rising', ''];
    expect(orders.map((orden) => toFeedFilter({ orden }).order)).toEqual([
      'newest',
      'rising',
      'following',
      'forMe',
      'featured',
      'featured',
      'featured',
    ]);
  });

  it("searches 'Para ti' in the usual order", () => {
    expect(toFeedFilter({ orden: 'para-ti', q: 'tren' }).order).toBe('featured');
    expect(toFeedFilter({ orden: 'para-ti', tags: 'humor' }).order).toBe('featured');
    expect(toFeedFilter({ orden: 'siguiendo', tags: 'humor' }).order).toBe('following');
  });
});
