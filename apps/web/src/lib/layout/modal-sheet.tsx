import { useEffect, useRef, useState, type ReactNode } from 'react';
import { shellText } from '../../messages/shell.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { afterPaint } from '../after-paint.ts';
import { focusContent } from './keep-focus.ts';
import { Toasts } from './toasts.tsx';

interface ModalSheetProps {
  readonly title: string;
  /** If missing, the sheet stays until its task is done. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A field that saves on blur does so now: React no longer hears the blur of a field that goes with its sheet. */
function leaveField(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement) activeElement.blur();
}

/** Closing returns the focus to the button that opened the sheet, which is gone if a session began or ended meanwhile. */
function refocus(opener: Element | null): void {
  if (!opener?.isConnected && document.activeElement === document.body) focusContent();
}

/**
 * The sheet for all features, with our texts and room for toasts. Open while mounted. It opens and closes in the frame after
 * the press, because a modal dialog makes the rest inert, for which the browser visits every element of the page.
 */
export function ModalSheet({ title, onClose, children }: ModalSheetProps) {
  const [isShown, setShown] = useState(false);
  const state = useRef<'open' | 'closing' | 'gone'>('open');
  useEffect(() => {
    state.current = 'open';
    // The body in Safari, which focuses no pressed button.
    const opener = document.activeElement;
    void afterPaint().then(() => setShown(true));
    // A step back in the history closes the sheet too.
    window.addEventListener('popstate', leaveField, true);
    return () => {
      state.current = 'gone';
      void afterPaint().then(() => refocus(opener));
      window.removeEventListener('popstate', leaveField, true);
    };
  }, []);

  const close = async (end: () => void) => {
    if (state.current !== 'open') return;
    state.current = 'closing';
    await afterPaint();
    if (state.current !== 'closing') return;
    state.current = 'open';
    leaveField();
    end();
  };

  if (!isShown) return null;
  return (
    <Sheet
      title={title}
      closeLabel={shellText.close}
      toasts={<Toasts />}
      onClose={onClose && (() => void close(onClose))}
    >
      {children}
    </Sheet>
  );
}
