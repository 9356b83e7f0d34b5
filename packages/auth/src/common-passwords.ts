import { readFileSync } from 'node:fs';
import { DomainError } from '@relato/contract/errors';
import { limits } from '@relato/contract/limits';

// The 3,000 most used of 6 characters and more in zxcvbn's list (MIT), and the first in mind in Spanish: names,
// surnames and frequent words of its Spanish lists, endearments, football, places. Folded and sorted.
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Contraseña, CONTRASEÑA and contrasena are one guess. */
const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/**
 * Refuses what an attacker tries first on this account. Throws PASSWORD_COMMON; PASSWORD_PERSONAL for what is too short
 * without the username or the address in it.
 */
export function refuseCommonPassword(
  password: string,
  account: { readonly username: string | null; readonly email: string | null },
): void {
  const guess = fold(password);
  const isOneCharacter = /^(.)\1*$/su.test(guess);
  if (isOneCharacter || common.has(guess)) throw new DomainError('PASSWORD_COMMON');
  const own = [account.email, account.username, account.email?.split('@')[0]];
  const isPersonal = own.some((each) => each && addsLittleTo(guess, fold(each)));
  if (isPersonal) throw new DomainError('PASSWORD_PERSONAL');
}

const addsLittleTo = (guess: string, own: string): boolean =>
  guess.includes(own) && Array.from(guess.replaceAll(own, '')).length < limits.password.minLength;
