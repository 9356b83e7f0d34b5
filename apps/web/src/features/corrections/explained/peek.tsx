import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';

interface PeekProps {
  readonly box: RefObject<HTMLElement | null>;
  /** The index of the word above which the note stands. */
  readonly index: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

const [gap, margin] = [8, 12];

/**
 * Draws a note at a word of the text, above everything else and within the screen. It is hidden from screen readers, which
 * read the same text elsewhere.
 */
export function Peek({ box, index, onStay, onLeave, children }: PeekProps) {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = note.current;
    const word = box.current?.querySelector(`[data-word="${index}"]`)?.getClientRects()[0];
    if (!element || !word) return;
    // Browsers without popovers show the element without this call.
    element.showPopover?.();
    const { width, height } = element.getBoundingClientRect();
    const most = document.documentElement.clientWidth - width - margin;
    const left = Math.max(Math.min(word.left + word.width / 2 - width / 2, most), margin);
    const isAbove = word.top - height - gap >= margin;
    element.style.left = `${left}px`;
    element.style.top = `${isAbove ? word.top - height - gap : word.bottom + gap}px`;
  });
  return (
    <div
      ref={note}
      popover="manual"
      aria-hidden="true"
      className="fixed inset-auto z-10 m-0 max-w-[min(20rem,calc(100vw-1.5rem))] rounded-field border-0 bg-ink px-3.5 py-2.5 text-sm text-paper wrap-anywhere forced-colors:border"
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
    >
      {children}
    </div>
  );
}
