interface MeterProps {
  /** From 0 to 1. */
  readonly ratio: number;
  readonly label: string;
  readonly valueText?: string;
  /** A class for the height. */
  readonly className?: string;
}

export function Meter({ ratio, label, valueText, className = 'h-2' }: MeterProps) {
  return (
    <progress
      max={1}
      value={Math.min(1, Math.max(0, ratio))}
      aria-label={label}
      aria-valuetext={valueText}
      className={`meter ${className}`}
    />
  );
}
