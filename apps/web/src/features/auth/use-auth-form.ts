import { useRef, useState, type SubmitEvent } from 'react';
import { getErrorCode } from '../../app/error-data.ts';
import { toErrorText, toFieldErrors } from '../../app/error-text.ts';
import { authText } from '../../messages/auth.ts';
import { showToast } from '../../ui/toast-store.ts';
import { checkCredentials, fieldOf, type Credentials, type FieldErrors } from './credentials.ts';

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

/** What the forms of accounts share: reading, checking here, and showing what the server refused. */
export function useAuthForm() {
  const [errors, setErrors] = useState<FormErrors>({ fields: {} });
  const watched = useRef<HTMLFormElement>(null);

  /** What was wrong with the text of a field says nothing of the next one. */
  const watch = (form: HTMLFormElement) => {
    if (watched.current === form) return;
    watched.current = form;
    form.addEventListener('input', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      setErrors(({ fields }) => ({ fields: { ...fields, [target.name]: undefined } }));
    });
  };

  const showFieldErrors = (form: HTMLFormElement, fields: FieldErrors) => {
    setErrors({ fields });
    watch(form);
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
      const refused = checkCredentials(credentials);
      showFieldErrors(form, refused);
      if (Object.keys(refused).length > 0) return;
      const { username = '', email = '', currentPassword = '', password = '' } = credentials;
      send({ username, email, currentPassword, password }, form);
    };

  /** Shows what the server refused: at its field or in the form, and as a toast that says what failed. */
  const refuse = (form: HTMLFormElement, error: unknown, title: string = authText.errors.title) => {
    const text = toErrorText(error);
    const code = getErrorCode(error);
    const field = code && fieldOf(code);
    const fieldErrors = { ...(field && { [field]: text }), ...toFieldErrors(error) };
    if (Object.keys(fieldErrors).some((name) => form.elements.namedItem(name))) {
      showFieldErrors(form, fieldErrors);
    } else {
      setErrors({ fields: {}, form: text });
    }
    showToast({ title, text, tone: 'destructive' });
  };

  return { errors, submit, refuse };
}
