import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './buttons/icon-button.tsx';

interface SheetProps {
  readonly title: string;
  readonly closeLabel: string;
  /** If undefined, the sheet stays until its task is done. */
  readonly onClose: (() => void) | undefined;
  readonly children: ReactNode;
  /** Shows toasts while the sheet is open, because everything outside it is inert. */
  readonly toasts?: ReactNode;
}

/**
 * A sheet from the bottom on phones, a centred dialog from 1024 px on. Open while mounted. The native modal dialog
 * traps the focus and restores it.
 */
export function Sheet({ title, closeLabel, onClose, children, toasts }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  // Runs on opening, and when the sheet shows another step.
  useLayoutEffect(() => {
    const element = dialog.current;
    // On a phone the focus stays on the title, because a field would open the keyboard over half of the sheet.
    const precise = window.matchMedia('(pointer: fine)').matches;
    const field = precise
      ? element?.querySelector<HTMLElement>(
          'input:not([type=hidden], [type=file], [role=switch], [readonly], [hidden] *)',
        )
      : null;
    (field ?? element?.querySelector('h2'))?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- the title names the step: when it changes, so did the content
  }, [title]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="fixed inset-0 m-0 flex size-full max-h-none max-w-none flex-col justify-end bg-transparent text-left text-ink backdrop:animate-fade backdrop:bg-scrim lg:items-center lg:justify-center"
      closedby={onClose ? 'closerequest' : 'none'}
      // React also calls both handlers for the events of a sheet above this one, and of a file chooser.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      // The browser may close a dialog itself, for example at a second Escape without a press in between.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || !currentTarget.isConnected) return;
        if (onClose) onClose();
        else currentTarget.showModal();
      }}
    >
      {/* The scrim closes for pointers only; Escape and the close button serve everyone. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className="absolute inset-0 cursor-default"
        onClick={onClose}
      />
      <div className="relative max-h-[94dvh] w-full animate-rise overflow-y-auto overscroll-contain rounded-t-sheet bg-surface px-5.5 pt-3 pb-[calc(1.625rem+env(safe-area-inset-bottom))] shadow-sheet sm:mx-auto sm:max-w-[30rem] lg:rounded-sheet lg:pt-6">
        <div aria-hidden="true" className="mx-auto mb-4 h-[5px] w-10 rounded-pill bg-line lg:hidden" />
        <div className="flex items-start justify-between gap-2">
          <h2 id={titleId} tabIndex={-1} className="min-w-0 text-sheet font-[560] outline-none">
            {title}
          </h2>
          {onClose && (
            <IconButton
              label={closeLabel}
              icon={<X />}
              className="-mt-2 -mr-2.5 text-muted"
              onClick={onClose}
            />
          )}
        </div>
        {children}
      </div>
      {toasts}
    </dialog>
  );
}
