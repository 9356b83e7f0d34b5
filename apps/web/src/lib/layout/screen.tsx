import { WifiOff } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';
import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { reloadApp, useReloadReason } from '../lazy/chunk-load-error.ts';
import { focusContent } from './keep-focus.ts';
import { useOnline } from '../online.ts';

interface ScreenProps {
  /** The name of the screen, read out on arrival. */
  readonly label: string;
  readonly header: ReactNode;
  /** Two columns on a wide screen: a list, and its chosen item. */
  readonly isWide?: boolean;
  /** Says which parts work without a network. */
  readonly offlineText?: string;
  readonly children: ReactNode;
}

export function Screen({
  label,
  header,
  isWide = false,
  offlineText = shellText.offline,
  children,
}: ScreenProps) {
  // Removes the placeholder of index.html, and moves the focus from its links to the screen.
  useLayoutEffect(() => {
    const start = document.getElementById('start');
    if (start?.contains(document.activeElement)) focusContent();
    start?.remove();
  }, []);
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
        <OfflineNotice text={offlineText} />
        <UpdateNotice />
        {children}
      </main>
    </div>
  );
}

function OfflineNotice({ text }: { readonly text: string }) {
  const isOnline = useOnline();
  return (
    <output className="block">
      {!isOnline && (
        <span className="mb-3 flex items-center gap-2.5 rounded-field bg-sunken px-3.5 py-3 text-[0.875rem] font-[560] compact:py-2">
          <WifiOff aria-hidden="true" className="size-5 shrink-0 text-muted" />
          {text}
        </span>
      )}
    </output>
  );
}

/** Offers a reload where that helps. The user can finish the current task first. */
function UpdateNotice() {
  const reason = useReloadReason();
  return (
    <output className="block">
      {reason !== null && (
        <span className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-field bg-sunken px-3.5 py-2 text-[0.875rem] font-[560]">
          <span className="flex-1 basis-32">{shellText.update[reason]}</span>
          <Button size="small" className="w-auto! shrink-0" onClick={reloadApp}>
            {shellText.update.reload}
          </Button>
        </span>
      )}
    </output>
  );
}
