import { useId } from 'react';

export interface FieldTexts {
  readonly label: string;
  /** The reason why the value is refused. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** Returns the ids and attributes that tie a control to its label, hint and error. */
export function useField({ error, hint }: Pick<FieldTexts, 'error' | 'hint'>) {
  const id = useId();
  const messageId = `${id}-message`;
  const message = error ?? hint;
  return {
    id,
    messageId,
    control: {
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': message === undefined ? undefined : messageId,
    },
  } as const;
}
