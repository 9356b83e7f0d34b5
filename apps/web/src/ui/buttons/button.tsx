import type { ComponentProps, MouseEvent } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { Spinner } from '../spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Busy: the button keeps its place, its label and the focus, and ignores presses. */
  readonly busy?: boolean;
}

export function Button({
  variant = 'primary',
  size = 'large',
  busy = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      className={`${buttonClass(variant, size)} ${className}`}
      onClick={press}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
