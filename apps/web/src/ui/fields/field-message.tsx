import type { FieldTexts } from './use-field.ts';

interface FieldMessageProps extends Pick<FieldTexts, 'error' | 'hint'> {
  readonly id: string;
  /** Reserves a line for a message that appears while the user types, so that nothing moves. */
  readonly keepsLine?: boolean;
}

/** The error of a field, else its hint, else nothing. */
export function FieldMessage({ id, error, hint, keepsLine = false }: FieldMessageProps) {
  if (error !== undefined) {
    return (
      <p id={id} className="mx-0.5 mt-1.5 text-sm font-[560] text-voice-strong">
        {error}
      </p>
    );
  }
  if (hint === undefined && !keepsLine) return null;
  return (
    <p id={id} className="mx-0.5 mt-1.5 text-sm text-muted">
      {hint ?? '\u00A0'}
    </p>
  );
}
