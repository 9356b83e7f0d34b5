import { describe, expect, it } from 'vitest';
import { defaults } from '../default-texts.ts';
import { checkUsername, mayBeginName, toDisplayName } from './rules.ts';

it('looks for users by the beginning of their names, which have no spaces', () => {
  expect(['ana', '@ana', '', 'ana y', ' '].map(mayBeginName)).toEqual([true, true, false, false, false]);
});

describe('checkUsername', () => {
  it.each(['ana', 'AZaz09', 'áéíóúüñ', 'ÁÉÍÓÚÜÑ', '._-', ' ana ', 'a'.repeat(24), 'ñ'.repeat(24)])(
    'accepts %j',
    (username) => {
      expect(checkUsername(username)).toBeNull();
    },
  );

  it('tells whether a name is missing, too short or too long', () => {
    expect(checkUsername('')).toBe('USERNAME_REQUIRED');
    expect(checkUsername('  \n')).toBe('USERNAME_REQUIRED');
    expect(checkUsername('a')).toBe('USERNAME_TOO_SHORT');
    expect(checkUsername(' an ')).toBe('USERNAME_TOO_SHORT');
    expect(checkUsername('😀😀')).toBe('USERNAME_TOO_SHORT');
    expect(checkUsername('a'.repeat(25))).toBe('USERNAME_TOO_LONG');
    expect(checkUsername('😀'.repeat(25))).toBe('USERNAME_TOO_LONG');
  });

  it.each([
    'ana!',
    '!ana',
    'an a',
    'ana@',
    'ana/',
    'ana:',
    'ana,',
    'ana^',
    'ana`',
    'ana{',
    'anà',
    'anç',
    'ane\u0301',
    '😀😀😀',
    '😀'.repeat(24),
    'ana\u200B',
    'ana\u0000',
  ])('refuses the characters of %j', (username) => {
    expect(checkUsername(username)).toBe('USERNAME_INVALID');
  });
});

describe('toDisplayName', () => {
  it('is the username, else the full name, else the local part of the e-mail, else the default', () => {
    const names = { username: 'ana', fullName: 'Ana Ñandú', email: 'anita@ejemplo.com' };
    expect(toDisplayName(names)).toBe('ana');
    expect(toDisplayName({ ...names, username: null })).toBe('Ana Ñandú');
    expect(toDisplayName({ ...names, username: null, fullName: null })).toBe('anita');
    expect(toDisplayName({ username: null, fullName: null, email: null })).toBe(defaults.userName);
  });
});
