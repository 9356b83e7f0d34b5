import { readFileSync } from 'node:fs';
import { foldPassword, isPersonalPassword } from '@relato/contract/account/rules';
import { DomainError } from '@relato/contract/errors';

// The 3,000 most frequent passwords of at least 6 characters in zxcvbn's list (MIT), and the obvious ones in Spanish: names,
// surnames and frequent words of its Spanish lists, endearments, football, places. Folded and sorted.
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/**
 * Refuses the passwords that an attacker tries first on this account. Throws PASSWORD_COMMON, or PASSWORD_PERSONAL according
 * to `isPersonalPassword`.
 */
export function refuseGuessablePassword(
  password: string,
  account: { readonly username: string | null; readonly email: string | null },
): void {
  const guess = foldPassword(password);
  const isOneCharacter = /^(.)\1*$/su.test(guess);
  if (isOneCharacter || common.has(guess)) throw new DomainError('PASSWORD_COMMON');
  if (isPersonalPassword(password, account)) throw new DomainError('PASSWORD_PERSONAL');
}
