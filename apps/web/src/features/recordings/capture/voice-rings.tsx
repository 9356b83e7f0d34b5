import type { ReactNode, Ref } from 'react';

interface VoiceRingsProps {
  /** Insets and opacities of the rings, from the outermost in. */
  readonly rings: readonly string[];
  readonly ringsRef?: Ref<HTMLDivElement>;
  /** Classes for the size. */
  readonly className: string;
  /** The content in the middle. */
  readonly children: ReactNode;
}

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
