import { limits } from '../limits.ts';
import { countCharacters, isWellFormed } from '../text/rules.ts';

// The expression of `z.email()`: ASCII, no two dots in a row, a domain of at least two labels.
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Returns why an e-mail address is refused. Spaces around it do not count. */
export function checkEmail(email: string): 'EMAIL_INVALID' | null {
  const address = email.trim();
  // The length comes first, because it limits the time of the expression.
  return address.length <= limits.email.maxLength && emailPattern.test(address) ? null : 'EMAIL_INVALID';
}

/** Returns an address in the form that the database compares: the spellings of one mailbox become the same text. */
export const toMailbox = (email: string): string => email.trim().toLowerCase();

/**
 * Returns an address without what its owner may change at will, such as `+1`, for limits that count the owners of mailboxes.
 * Does not identify an account, because some providers give such addresses to different users.
 */
export function toMailboxOwner(email: string): string {
  const [name = '', domain = ''] = toMailbox(email)
    .replace(/(?!^)\+.*(?=@)/, '')
    .split('@');
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Returns why a new password is refused. Every character counts, also spaces at the ends. */
export function checkPassword(
  password: string,
): 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'INVALID_INPUT' | null {
  const length = countCharacters(password);
  if (length < limits.password.minLength) return 'PASSWORD_TOO_SHORT';
  if (length > limits.password.maxLength) return 'PASSWORD_TOO_LONG';
  return isWellFormed(password) ? null : 'INVALID_INPUT';
}

/** Maps Contraseña, CONTRASEÑA and contrasena to the same text. */
export const foldPassword = (text: string): string =>
  text.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Shorter names before the @ of an address are in too many words. */
const minNameLength = 3;

/**
 * Returns whether a password contains the username or the address of its account and is too short without them.
 * PASSWORD_PERSONAL refuses such a password, because an attacker tries it first.
 */
export function isPersonalPassword(
  password: string,
  { username, email }: { readonly username: string | null; readonly email: string | null },
): boolean {
  const guess = foldPassword(password);
  const name = email?.split('@')[0] ?? '';
  return [email, username, name.length < minNameLength ? null : name].some((each) => {
    if (!each) return false;
    const own = foldPassword(each);
    return guess.includes(own) && countCharacters(guess.replaceAll(own, '')) < limits.password.minLength;
  });
}

const isPossiblePassword = (password: string): boolean =>
  password !== '' && countCharacters(password) <= limits.password.maxLength && isWellFormed(password);

/** Returns why a password cannot belong to an account that signs in. */
export const checkSignInPassword = (password: string): 'INVALID_CREDENTIALS' | null =>
  isPossiblePassword(password) ? null : 'INVALID_CREDENTIALS';

/** Returns why a password cannot confirm a change of an account. */
export function checkCurrentPassword(password: string): 'PASSWORD_REQUIRED' | 'PASSWORD_WRONG' | null {
  if (password === '') return 'PASSWORD_REQUIRED';
  return isPossiblePassword(password) ? null : 'PASSWORD_WRONG';
}

/** The word that a user types to confirm the deletion of their account. */
export const deletionWord = 'ELIMINAR';

/** Returns the confirmation in the form that is sent, because phones capitalize words. */
export const toConfirmation = (typed: string): string => typed.trim().toUpperCase();

/** Returns why a sent confirmation is refused. */
export const checkConfirmation = (confirmation: string): 'CONFIRMATION_REQUIRED' | null =>
  confirmation === deletionWord ? null : 'CONFIRMATION_REQUIRED';
