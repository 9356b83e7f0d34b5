import { readFileSync } from 'node:fs';
import { DomainError } from '@relato/contract/errors';

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

/** Throws PASSWORD_COMMON for one of the first passwords that an attacker tries on this account. */
export function refuseCommonPassword(
  password: string,
  account: { readonly username: string | null; readonly email: string | null },
): void {
  const guess = fold(password);
  const own = [account.username, account.email, account.email?.split('@')[0]];
  const isOneCharacter = /^(.)\1*$/su.test(guess);
  if (isOneCharacter || common.has(guess) || own.some((each) => each && fold(each) === guess)) {
    throw new DomainError('PASSWORD_COMMON');
  }
}
