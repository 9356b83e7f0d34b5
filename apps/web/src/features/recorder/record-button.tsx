import type { ReactNode, Ref } from 'react';

interface RecordButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Insets and strengths of the rings, from the outermost in. */
  readonly rings: readonly string[];
  readonly busy?: boolean;
  readonly ringsRef?: Ref<HTMLDivElement>;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
}

/** The one big thing to press, in its rings. */
export function RecordButton({
  label,
  icon,
  rings,
  busy = false,
  ringsRef,
  buttonRef,
  onClick,
}: RecordButtonProps) {
  return (
    <div className="relative mx-auto grid size-[min(14.375rem,60vw)] place-items-center">
      <div ref={ringsRef} aria-hidden="true" className="pointer-events-none absolute inset-0">
        {rings.map((ring) => (
          <span key={ring} className={`absolute rounded-pill bg-voice ${ring}`} />
        ))}
      </div>
      <button
        ref={buttonRef}
        type="button"
        aria-label={label}
        aria-busy={busy}
        className="relative grid size-[57.4%] place-items-center rounded-pill bg-voice text-on-voice shadow-[0_18px_40px_-14px_rgb(206_64_35/0.6)] transition-transform active:scale-[0.97] aria-busy:opacity-70 [&_svg]:size-12"
        onClick={onClick}
      >
        {icon}
      </button>
    </div>
  );
}
