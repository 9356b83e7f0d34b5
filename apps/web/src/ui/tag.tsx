import type { ReactNode } from 'react';

/** A word that describes; it does nothing when pressed. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return (
    <span
      dir="auto"
      className="inline-block max-w-full rounded-[0.875rem] bg-sunken px-2.5 py-1 text-[0.78125rem] font-[560] text-muted"
    >
      {children}
    </span>
  );
}
