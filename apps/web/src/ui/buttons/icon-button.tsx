import type { ComponentProps, ReactNode } from 'react';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The accessible name; an icon alone has none. */
  readonly label: string;
  readonly icon: ReactNode;
}

export function IconButton({ label, icon, type = 'button', className = '', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={`grid size-11 shrink-0 place-items-center rounded-pill text-inherit transition-colors hover:bg-sunken disabled:opacity-50 [&_svg]:size-5 ${className}`}
    >
      {icon}
    </button>
  );
}
