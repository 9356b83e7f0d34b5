import { readFileSync } from 'node:fs';
import { DomainError } from '@relato/contract/errors';
import { limits } from '@relato/contract/limits';
import { describe, expect, it } from 'vitest';
import { refuseGuessablePassword } from './common-passwords.ts';

const account = { username: 'Marisol_Ñ', email: 'Marisol.Vega@correo.example' };

/** Returns the code of the refusal of a password, or null. */
function refusalOf(password: string): string | null {
  try {
    refuseGuessablePassword(password, account);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
const isAccepted = (password: string): boolean => refusalOf(password) === null;

describe('SEC-21: refuseGuessablePassword', () => {
  it.each([
    ['of the world', '123456 password qwerty123 iloveyou 1q2w3e4r'],
    ['in Spanish', 'contraseña tequiero realmadrid estrella teamomucho fernandez'],
    ['in capitals and without accents', 'CONTRASEÑA contrasena Contrasen\u0303a PassWord ESPAÑA'],
    ['in full-width letters', 'ｐａｓｓｗｏｒｄ'],
    ['of one repeated character', 'ñññññññ 🎙🎙🎙🎙🎙🎙'],
  ])('refuses common passwords %s', (_, passwords) => {
    expect(passwords.split(' ').filter((each) => refusalOf(each) !== 'PASSWORD_COMMON')).toEqual([]);
  });

  it('refuses personal passwords as such', () => {
    expect(['marisol_ñ', 'marisol.vega77'].map(refusalOf)).toEqual([
      'PASSWORD_PERSONAL',
      'PASSWORD_PERSONAL',
    ]);
  });

  it('accepts a longer password that contains a common one', () => {
    const passwords = ['el password de ayer', 'contraseña-7-lunas', 'marisol_ñ y el mango', 'ñandúes'];
    expect(passwords.filter(isAccepted)).toEqual(passwords);
  });

  it('accepts any uncommon password for an account without a username and an address', () => {
    expect(() => refuseGuessablePassword('ñandúes', { username: null, email: null })).not.toThrow();
  });
});

describe('the list of common passwords', () => {
  const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

  it('contains thousands of distinct, folded passwords of at least the minimum length', () => {
    expect(list.length).toBeGreaterThan(4_000);
    expect(new Set(list).size).toBe(list.length);
    expect(
      list.filter((each) => !/^[!-@[-~]+$/.test(each) || each.length < limits.password.minLength),
    ).toEqual([]);
  });
});
