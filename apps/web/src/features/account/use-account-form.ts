import { useState, type FormEvent, type SubmitEvent } from 'react';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText, toFieldErrors } from '../../lib/errors/error-text.ts';
import { signInText } from '../../messages/account/sign-in.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import {
  checkCredentials,
  fieldOf,
  type CredentialChecks,
  type Credentials,
  type FieldErrors,
} from './credentials.ts';

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
   * Reads the form and sends it if all fields pass the checks. `send` rejects with the server's error, which is shown: by
   * `mutateAsync`, because the callbacks of `mutate` are not called once the form is gone. `title` is that of a toast.
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
