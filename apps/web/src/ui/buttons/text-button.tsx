import type { ComponentProps } from 'react';

export function TextButton({ className = '', ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button
      {...rest}
      type="button"
      className={`inline-flex min-h-11 items-center font-bold text-voice-strong disabled:opacity-50 ${className}`}
    />
  );
}
