import { readFileSync } from 'node:fs';
import { DomainError } from '@relato/contract/errors';
import { limits } from '@relato/contract/limits';

// The 3,000 most frequent passwords of at least 6 characters in zxcvbn's list (MIT), and the obvious ones in Spanish:
// names, surnames and frequent words of its Spanish lists, endearments, football, places. Folded and sorted.
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Maps Contraseña, CONTRASEÑA and contrasena to the same text. */
const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/**
 * Refuses the passwords that an attacker tries first on this account. Throws PASSWORD_COMMON, or PASSWORD_PERSONAL if the
 * password is too short without the username or the address in it.
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
