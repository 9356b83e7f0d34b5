import { useState, type SubmitEvent } from 'react';
import { toErrorText, toFieldErrors } from '../../app/error-text.ts';
import { authText } from '../../messages/auth.ts';
import { showToast } from '../../ui/toast-store.ts';
import { checkCredentials, type Credentials, type FieldErrors } from './credentials.ts';

interface FormErrors {
  readonly fields: FieldErrors;
  /** An error that is of no field. */
  readonly form?: string;
}

/** What the forms of accounts share: reading, checking here, and showing what the server refused. */
export function useAuthForm<Field extends keyof Credentials>(fields: readonly Field[]) {
  const [errors, setErrors] = useState<FormErrors>({ fields: {} });

  const showErrors = (form: HTMLFormElement, next: FormErrors) => {
    setErrors(next);
    const [first] = Object.keys(next.fields);
    const input = first === undefined ? null : form.elements.namedItem(first);
    if (input instanceof HTMLInputElement) input.focus();
  };

  /** Reads the form and, if nothing is wrong with it here, sends it. */
  const submit =
    (send: (values: Record<Field, string>, form: HTMLFormElement) => void) =>
    (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const data = new FormData(form);
      const entries = fields.map((field) => [field, String(data.get(field) ?? '')] as const);
      const values = Object.fromEntries(entries) as Record<Field, string>; // one entry for each field
      const refused = checkCredentials(values);
      showErrors(form, { fields: refused });
      if (Object.keys(refused).length === 0) send(values, form);
    };

  /** Shows what the server refused: at its field, or in the form and as a toast. */
  const refuse = (form: HTMLFormElement, error: unknown) => {
    const fieldErrors = toFieldErrors(error);
    if (fields.some((field) => field in fieldErrors)) {
      showErrors(form, { fields: fieldErrors });
      return;
    }
    const text = toErrorText(error);
    setErrors({ fields: {}, form: text });
    showToast({ title: authText.errors.title, text, tone: 'destructive' });
  };

  return { errors, submit, refuse };
}
