import { describe, expect, it } from 'vitest';
import { checkAnonymousName, checkComment } from './rules.ts';

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

  it('refuses what cannot be stored', () => {
    expect(checkAnonymousName('a\u0000b')).toBe('INVALID_INPUT');
    expect(checkAnonymousName('a\uD83D')).toBe('INVALID_INPUT');
  });
});
