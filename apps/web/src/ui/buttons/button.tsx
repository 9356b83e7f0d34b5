import type { ComponentProps, MouseEvent } from 'react';
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

type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'outline' | 'ghost';
type ButtonSize = 'large' | 'small';

// The borders show in forced colours, where backgrounds do not.
const buttonShape =
  'inline-flex items-center justify-center gap-2 text-center select-none transition-[background-color,opacity,transform] active:scale-[0.98] disabled:opacity-50 aria-disabled:opacity-50 disabled:active:scale-100 aria-disabled:active:scale-100 [&_svg]:size-5 [&_svg]:shrink-0';

const sizes: Record<ButtonSize, string> = {
  large: 'min-h-13 w-full rounded-button px-5 text-[1rem] font-[680]',
  small: 'min-h-11 rounded-pill px-4 text-sm font-semibold',
};

const variants: Record<ButtonVariant, string> = {
  primary: 'border-2 border-transparent bg-voice text-on-voice',
  secondary: 'border-2 border-transparent bg-sunken text-ink',
  danger: 'border-2 border-danger-strong bg-transparent text-danger-strong',
  outline: 'border-[1.5px] border-line bg-transparent text-ink',
  ghost: 'border-2 border-transparent bg-transparent text-voice-strong',
};

export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'large') =>
  `${buttonShape} ${sizes[size]} ${variants[variant]}`;
