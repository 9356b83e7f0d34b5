import type { ReactNode } from 'react';

export function HeaderBar({ children }: { readonly children: ReactNode }) {
  return (
    <header className="sticky top-0 z-20 flex min-h-16 items-center justify-between gap-2 bg-paper/92 px-5 pt-[calc(0.75rem+env(safe-area-inset-top))] pb-2 backdrop-blur-sm">
      {children}
    </header>
  );
}
