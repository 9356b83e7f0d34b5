import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { checkAnonymousName, checkComment, listMentions } from './rules.ts';

describe('checkComment', () => {
  it('accepts up to 2,000 characters', () => {
    expect(checkComment('Hola')).toBeNull();
    expect(checkComment('😀'.repeat(2_000))).toBeNull();
    expect(checkComment('a'.repeat(2_001))).toBe('COMMENT_TOO_LONG');
  });

  it('refuses a blank text, and one that cannot be stored', () => {
    expect(checkComment('\u200B \n')).toBe('COMMENT_REQUIRED');
    expect(checkComment('a\u0000b')).toBe('INVALID_INPUT');
  });
});

describe('checkAnonymousName', () => {
  it('accepts an empty name, a blank one and up to 50 characters', () => {
    expect(checkAnonymousName('')).toBeNull();
    expect(checkAnonymousName(' \u200B ')).toBeNull();
    expect(checkAnonymousName(` ${'😀'.repeat(50)} `)).toBeNull();
    expect(checkAnonymousName('a'.repeat(51))).toBe('ANONYMOUS_NAME_TOO_LONG');
  });

  it('refuses a name that cannot be stored', () => {
    expect(checkAnonymousName('a\u0000b')).toBe('INVALID_INPUT');
    expect(checkAnonymousName('a\uD83D')).toBe('INVALID_INPUT');
  });
});

describe('listMentions', () => {
  it('finds names behind an at sign, in lower case, each once', () => {
    expect(listMentions('@Ana, (@luis) y\n@ana: ¿@Ñandú?')).toEqual(['ana', 'luis', 'ñandú']);
  });

  it('finds a name with its last mark, and without', () => {
    expect(listMentions('Para @ana.')).toEqual(['ana.', 'ana']);
    expect(listMentions('Para @ana-.-.')).toEqual(['ana-.-.', 'ana']);
    expect(listMentions('@a.b_c-d')).toEqual(['a.b_c-d']);
  });

  it('finds neither addresses nor impossible usernames', () => {
    expect(listMentions('ana@correo.es a.@bea @@luis ñ@eva 1@eva _@eva -@eva')).toEqual([]);
    expect(listMentions(`@ab @${'a'.repeat(25)} @дима @ ana`)).toEqual([]);
  });

  it('finds the first five', () => {
    const names = ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'];
    expect(listMentions(names.map((name) => `@${name} @${name}`).join(' '))).toEqual(
      names.slice(0, limits.comment.maxMentions),
    );
  });
});
