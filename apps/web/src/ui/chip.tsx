import type { ComponentProps } from 'react';

interface ChipProps extends Omit<ComponentProps<'button'>, 'aria-pressed'> {
  readonly pressed: boolean;
}

/** A toggle pill. Drawn 36 px high, with a touch target of 44 px. */
export function Chip({ pressed, type = 'button', className = '', ...rest }: ChipProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-pressed={pressed}
      className={`touch inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-pill border px-3.5 text-[0.84375rem] font-semibold transition-colors disabled:opacity-50 ${
        pressed
          ? 'border-plum bg-plum text-on-plum forced-colors:border-[Highlight] forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-color-adjust-none'
          : 'border-line bg-surface text-ink'
      } ${className}`}
    />
  );
}
