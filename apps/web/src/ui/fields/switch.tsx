import { Skeleton } from '../skeleton.tsx';

interface SwitchProps {
  readonly label: string;
  /** The hint below the label. */
  readonly hint?: string;
  /** Undefined while unknown, because users would press a switch that shows the wrong state. */
  readonly checked: boolean | undefined;
  /** Busy: the switch keeps its place and the focus, and ignores presses. */
  readonly busy?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch whose change takes effect at once. */
export function Switch({ label, hint, checked, busy = false, onChange }: SwitchProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-sm">
      {hint === undefined ? (
        label
      ) : (
        <span>
          <span className="block text-base font-[650]">{label}</span>
          <span className="block text-muted">{hint}</span>
        </span>
      )}
      {checked === undefined ? (
        <Skeleton className="h-7 w-12 shrink-0 rounded-pill!" />
      ) : (
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-busy={busy}
          checked={checked}
          className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-pill bg-edge transition-colors before:absolute before:top-1 before:left-1 before:size-5 before:rounded-pill before:bg-surface before:transition-transform checked:bg-leaf checked:before:translate-x-5"
          onChange={({ target }) => {
            if (!busy) onChange(target.checked);
          }}
        />
      )}
    </label>
  );
}
