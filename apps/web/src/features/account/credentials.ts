import { deletionWord } from '@relato/contract/defaults';
import type { ErrorCode } from '@relato/contract/errors';
import { limits } from '@relato/contract/limits';
import { errorText } from '../../messages/errors.ts';

export interface Credentials {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  /** The present one, by which an owner proves to be it. */
  readonly currentPassword?: string | undefined;
  readonly password?: string | undefined;
  /** The word that a person types who means it. */
  readonly confirmation?: string | undefined;
}

export type FieldErrors = Readonly<Partial<Record<keyof Credentials, string>>>;

function refuseUsername(username: string): ErrorCode | null {
  const { length } = username.trim();
  if (length === 0) return 'USERNAME_REQUIRED';
  if (length < limits.username.minLength) return 'USERNAME_TOO_SHORT';
  return length > limits.username.maxLength ? 'USERNAME_TOO_LONG' : null;
}

const refuseEmail = (email: string): ErrorCode | null =>
  /^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'EMAIL_INVALID';

const refusePassword = (password: string): ErrorCode | null =>
  password.length < limits.password.minLength ? 'PASSWORD_TOO_SHORT' : null;

/** Whatever the case: a phone begins a word as it likes. */
export const isConfirmed = (confirmation: string): boolean =>
  confirmation.trim().toUpperCase() === deletionWord;

/** The field that a code is about, when it is about one. */
export function fieldOf(code: ErrorCode): keyof Credentials | null {
  if (code.startsWith('USERNAME_')) return 'username';
  if (code === 'PASSWORD_REQUIRED' || code === 'PASSWORD_WRONG') return 'currentPassword';
  if (code.startsWith('PASSWORD_')) return 'password';
  if (code === 'CONFIRMATION_REQUIRED') return 'confirmation';
  return code === 'EMAIL_INVALID' || code === 'EMAIL_UNCHANGED' ? 'email' : null;
}

/**
 * What can be told without the server, for the fields that are given; the server checks everything again and has
 * the last word.
 */
export function checkCredentials(given: Credentials): FieldErrors {
  const { username, email, currentPassword, password, confirmation } = given;
  const refusals = {
    username: username === undefined ? null : refuseUsername(username),
    email: email === undefined ? null : refuseEmail(email),
    currentPassword: currentPassword === '' ? ('PASSWORD_REQUIRED' as const) : null,
    password: password === undefined ? null : refusePassword(password),
    confirmation:
      confirmation === undefined || isConfirmed(confirmation) ? null : ('CONFIRMATION_REQUIRED' as const),
  };
  return Object.fromEntries(
    Object.entries(refusals).flatMap(([field, code]) => (code === null ? [] : [[field, errorText[code]]])),
  );
}
