import { useLayoutEffect, type ReactNode } from 'react';
import { OfflineNotice } from './offline-notice.tsx';
import { UpdateNotice } from './update-notice.tsx';

interface ScreenProps {
  /** What the screen is called; read out when one arrives. */
  readonly label: string;
  readonly header: ReactNode;
  /** On a wide screen two columns: a list, and what is chosen in it. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A header over the one reading column. */
export function Screen({ label, header, isWide = false, children }: ScreenProps) {
  // What stands in index.html until there is a screen.
  useLayoutEffect(() => document.getElementById('start')?.remove(), []);
  return (
    <div
      className={`mx-auto flex min-h-dvh w-full max-w-(--column) flex-col ${isWide ? '[--column:42.5rem] lg:[--column:64rem]' : '[--column:42.5rem]'}`}
    >
      {header}
      <main
        id="content"
        tabIndex={-1}
        aria-label={label}
        className="flex flex-1 flex-col px-5 pt-1.5 pb-bar outline-none"
      >
        <OfflineNotice />
        <UpdateNotice />
        {children}
      </main>
    </div>
  );
}
