import { useState, type FormEvent, type SubmitEvent } from 'react';
import {
  checkConfirmation,
  checkCurrentPassword,
  checkEmail,
  checkPassword,
  toConfirmation,
} from '@relato/contract/account/rules';
import type { ErrorCode } from '@relato/contract/errors';
import { checkNewUsername } from '@relato/contract/profiles/rules';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText, toFieldErrors } from '../../lib/errors/error-text.ts';
import { signInText } from '../../messages/account/sign-in.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { errorText } from '../../messages/errors.ts';

interface FormErrors {
  readonly fields: FieldErrors;
  /** An error that concerns no single field. */
  readonly form?: string;
}

/** Fields that the form does not have are undefined. */
function readCredentials(form: HTMLFormElement): Credentials {
  const data = new FormData(form);
  const text = (field: string) => {
    const value = data.get(field);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    username: text('username'),
    email: text('email'),
    currentPassword: text('currentPassword'),
    password: text('password'),
    confirmation: text('confirmation'),
  };
}

/**
 * Shared by the account forms: reads the fields, checks them, and shows the errors of the server. `checks` replaces the
 * rules for a new account.
 */
export function useAccountForm(checks?: Partial<CredentialChecks>) {
  const [errors, setErrors] = useState<FormErrors>({ fields: {} });

  const showFieldErrors = (form: HTMLFormElement, fields: FieldErrors) => {
    setErrors({ fields });
    const [first] = Object.keys(fields).map((field) => form.elements.namedItem(field));
    if (first instanceof HTMLInputElement) first.focus();
  };

  /**
   * Reads the form and sends it if all fields pass the checks. `send` uses `mutateAsync` and rejects with the server's
   * error, because the callbacks of `mutate` are not called once the form is gone. A toast with the error has the given
   * `title`.
   */
  const submit =
    (
      send: (
        values: Record<Exclude<keyof Credentials, 'confirmation'>, string>,
        form: HTMLFormElement,
      ) => Promise<void>,
      title?: string,
    ) =>
    (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const credentials = readCredentials(form);
      const refused = checkCredentials(credentials, checks);
      showFieldErrors(form, refused);
      if (Object.keys(refused).length > 0) return;
      const { username = '', email = '', currentPassword = '', password = '' } = credentials;
      void send({ username, email, currentPassword, password }, form).catch((error: unknown) =>
        refuse(form, error, title),
      );
    };

  /** Shows the server's error once: at its field, in the form, or in a toast, also if the user has left the form. */
  const refuse = (form: HTMLFormElement, error: unknown, title?: string) => {
    const text = toErrorText(error);
    const code = getErrorCode(error);
    const field = code && fieldOf(code);
    const fieldErrors = { ...(field && { [field]: text }), ...toFieldErrors(error) };
    if (!form.isConnected) {
      showToast({ title: title ?? signInText.errors.title, text, tone: 'destructive' });
    } else if (Object.keys(fieldErrors).some((name) => form.elements.namedItem(name))) {
      showFieldErrors(form, fieldErrors);
    } else if (title === undefined) {
      setErrors({ fields: {}, form: text });
    } else {
      showToast({ title, text, tone: 'destructive' });
    }
  };

  /** Typing clears the error of the field and of the form. */
  const forgive = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement)
      setErrors(({ fields }) => ({ fields: { ...fields, [target.name]: undefined } }));
  };

  return { errors, submit, forgive };
}

interface Credentials {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  /** The current password, which the owner of an account enters as proof. */
  readonly currentPassword?: string | undefined;
  readonly password?: string | undefined;
  /** The word that the user types to confirm a deletion. */
  readonly confirmation?: string | undefined;
}

const fields = ['username', 'email', 'currentPassword', 'password', 'confirmation'] as const;

type FieldErrors = Readonly<Partial<Record<keyof Credentials, string>>>;

type Check = (value: string) => ErrorCode | null;
type CredentialChecks = Readonly<Record<keyof Credentials, Check>>;

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
