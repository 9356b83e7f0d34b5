import { useSyncExternalStore } from 'react';
import { shellText } from '../../messages/shell.ts';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that there is no network, and what is safe. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <output className="block">
      {!isOnline && (
        <span className="mb-3 block rounded-field bg-sunken px-3.5 py-3 text-[0.875rem] font-[560]">
          {shellText.offline}
        </span>
      )}
    </output>
  );
}
