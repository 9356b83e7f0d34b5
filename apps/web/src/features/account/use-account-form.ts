import { useState, type FormEvent, type SubmitEvent } from 'react';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText, toFieldErrors } from '../../lib/errors/error-text.ts';
import { showToast } from '../../ui/toast-store.ts';
import {
  checkCredentials,
  fieldOf,
  type CredentialChecks,
  type Credentials,
  type FieldErrors,
} from './credentials.ts';

interface FormErrors {
  readonly fields: FieldErrors;
  /** An error that is of no field. */
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
 * What the forms of accounts share: reading, checking here, and showing what the server refused. `checks` take the place
 * of the rules for a new account.
 */
export function useAccountForm(checks?: Partial<CredentialChecks>) {
  const [errors, setErrors] = useState<FormErrors>({ fields: {} });

  const showFieldErrors = (form: HTMLFormElement, fields: FieldErrors) => {
    setErrors({ fields });
    const [first] = Object.keys(fields).map((field) => form.elements.namedItem(field));
    if (first instanceof HTMLInputElement) first.focus();
  };

  /** Reads the form and, if nothing is wrong with it here, sends it. */
  const submit =
    (
      send: (
        values: Record<Exclude<keyof Credentials, 'confirmation'>, string>,
        form: HTMLFormElement,
      ) => void,
    ) =>
    (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const credentials = readCredentials(form);
      const refused = checkCredentials(credentials, checks);
      showFieldErrors(form, refused);
      if (Object.keys(refused).length > 0) return;
      const { username = '', email = '', currentPassword = '', password = '' } = credentials;
      send({ username, email, currentPassword, password }, form);
    };

  /** Shows what the server refused, once: at its field, in the form, or below the title of what failed as a toast. */
  const refuse = (form: HTMLFormElement, error: unknown, title?: string) => {
    const text = toErrorText(error);
    const code = getErrorCode(error);
    const field = code && fieldOf(code);
    const fieldErrors = { ...(field && { [field]: text }), ...toFieldErrors(error) };
    if (Object.keys(fieldErrors).some((name) => form.elements.namedItem(name))) {
      showFieldErrors(form, fieldErrors);
    } else if (title === undefined) {
      setErrors({ fields: {}, form: text });
    } else {
      showToast({ title, text, tone: 'destructive' });
    }
  };

  /** What is typed anew is not wrong any more, and neither is the form as a whole. */
  const forgive = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement)
      setErrors(({ fields }) => ({ fields: { ...fields, [target.name]: undefined } }));
  };

  return { errors, submit, refuse, forgive };
}
