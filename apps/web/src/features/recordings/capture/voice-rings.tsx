import type { ReactNode, Ref } from 'react';

interface VoiceRingsProps {
  /** Insets and strengths of the rings, from the outermost in. */
  readonly rings: readonly string[];
  readonly ringsRef?: Ref<HTMLDivElement>;
  /** How large they are. */
  readonly className: string;
  /** What stands in the middle. */
  readonly children: ReactNode;
}

/** Rings around what stands for the voice. */
export function VoiceRings({ rings, ringsRef, className, children }: VoiceRingsProps) {
  return (
    <div className={`relative grid place-items-center ${className}`}>
      <div ref={ringsRef} aria-hidden="true" className="pointer-events-none absolute inset-0">
        {rings.map((ring) => (
          <span key={ring} className={`absolute rounded-pill bg-voice ${ring}`} />
        ))}
      </div>
      {children}
    </div>
  );
}
