interface MeterProps {
  /** From 0 to 1. */
  readonly ratio: number;
  readonly label: string;
  readonly valueText?: string;
  readonly className?: string;
}

export function Meter({ ratio, label, valueText, className = 'h-2' }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, ratio)) * 1000) / 10;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={valueText}
      className={`overflow-hidden rounded-pill bg-sunken ${className}`}
    >
      <div
        className="h-full origin-left rounded-pill bg-voice transition-transform duration-300 ease-linear"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
