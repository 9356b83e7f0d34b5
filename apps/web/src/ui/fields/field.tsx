import { useId } from 'react';

interface FieldMessageProps extends Pick<FieldTexts, 'error' | 'hint'> {
  readonly id: string;
  /** Reserves a line for a message that appears while the user types, so that nothing moves. */
  readonly keepsLine?: boolean;
}

/** The boxes are always there, because one that appears together with its text is often not read out. */
export function FieldMessage({ id, error, hint, keepsLine = false }: FieldMessageProps) {
  const calm = hint ?? (keepsLine ? '\u00A0' : undefined);
  // Only a hint that follows the typing is announced.
  const Box = keepsLine ? 'output' : 'div';
  return (
    <>
      <div role="alert" className="contents">
        {error !== undefined && (
          <p id={id} className="mx-0.5 mt-1.5 text-sm font-[560] text-voice-strong">
            {error}
          </p>
        )}
      </div>
      <Box className="contents">
        {error === undefined && calm !== undefined && (
          <p id={id} className="mx-0.5 mt-1.5 text-sm text-muted">
            {calm}
          </p>
        )}
      </Box>
    </>
  );
}

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

/** The box of every text control. Phones zoom in on focus below 16 px. */
export const fieldClass =
  'w-full rounded-field border border-edge bg-surface px-3.5 text-field text-ink transition-colors focus:border-voice-strong focus-visible:outline-2 focus-visible:-outline-offset-1 aria-invalid:border-voice';
