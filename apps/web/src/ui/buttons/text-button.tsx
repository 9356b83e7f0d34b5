import type { ComponentProps } from 'react';

interface TextButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** Busy: the button keeps the focus and ignores presses. */
  readonly busy?: boolean;
}

export function TextButton({ busy, className = '', onClick, ...rest }: TextButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-disabled={busy}
      className={`inline-flex min-h-11 items-center font-bold text-voice-strong disabled:opacity-50 aria-disabled:opacity-50 ${className}`}
      onClick={busy ? undefined : onClick}
    />
  );
}
