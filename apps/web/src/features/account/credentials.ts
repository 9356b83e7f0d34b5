import {
  checkConfirmation,
  checkCurrentPassword,
  checkEmail,
  checkPassword,
  toConfirmation,
} from '@relato/contract/account/rules';
import type { ErrorCode } from '@relato/contract/errors';
import { checkNewUsername } from '@relato/contract/profiles/rules';
import { errorText } from '../../messages/errors.ts';

export interface Credentials {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  /** The current password, which the owner of an account enters as proof. */
  readonly currentPassword?: string | undefined;
  readonly password?: string | undefined;
  /** The word that the user types to confirm a deletion. */
  readonly confirmation?: string | undefined;
}

const fields = ['username', 'email', 'currentPassword', 'password', 'confirmation'] as const;

export type FieldErrors = Readonly<Partial<Record<keyof Credentials, string>>>;

type Check = (value: string) => ErrorCode | null;
export type CredentialChecks = Readonly<Record<keyof Credentials, Check>>;

/** The rules for creating or changing an account. The sign-in form has another rule for the password. */
const defaultChecks: CredentialChecks = {
  username: checkNewUsername,
  email: checkEmail,
  currentPassword: checkCurrentPassword,
  password: checkPassword,
  confirmation: (typed) => checkConfirmation(toConfirmation(typed)),
};

/** Returns the field that an error code is about; null for other codes. */
export function fieldOf(code: ErrorCode): keyof Credentials | null {
  if (code.startsWith('USERNAME_')) return 'username';
  if (code === 'PASSWORD_REQUIRED' || code === 'PASSWORD_WRONG') return 'currentPassword';
  if (code.startsWith('PASSWORD_')) return 'password';
  if (code === 'CONFIRMATION_REQUIRED') return 'confirmation';
  return code === 'EMAIL_INVALID' || code === 'EMAIL_UNCHANGED' ? 'email' : null;
}

/** Returns an error text for each given field that is refused, in the order of the form. */
export function checkCredentials(given: Credentials, checks: Partial<CredentialChecks> = {}): FieldErrors {
  const refused: Partial<Record<keyof Credentials, string>> = {};
  for (const field of fields) {
    const value = given[field];
    const code = value === undefined ? null : { ...defaultChecks, ...checks }[field](value);
    if (code !== null) refused[field] = errorText[code];
  }
  return refused;
}
