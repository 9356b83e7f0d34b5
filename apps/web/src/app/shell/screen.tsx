import type { ReactNode } from 'react';
import { OfflineNotice } from './offline-notice.tsx';

interface ScreenProps {
  /** What the screen is called; read out when one arrives. */
  readonly label: string;
  readonly header: ReactNode;
  readonly children: ReactNode;
}

/** A header over the one reading column. */
export function Screen({ label, header, children }: ScreenProps) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[42.5rem] flex-col">
      {header}
      <main
        id="content"
        tabIndex={-1}
        aria-label={label}
        className="flex flex-1 flex-col px-5 pt-1.5 pb-bar outline-none"
      >
        <OfflineNotice />
        {children}
      </main>
    </div>
  );
}
