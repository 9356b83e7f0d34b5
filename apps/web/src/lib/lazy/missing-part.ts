import { useSyncExternalStore } from 'react';
import { fetchWithTimeout } from '../calls/fetch-with-timeout.ts';

const name = 'MissingPart';

/** Whether a part of the program could not be loaded: no network, or a server that has a newer one. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && error.name === name;

let isOutdated = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the server is known to have a newer program than this page. */
export const useOutdated = (): boolean => useSyncExternalStore(subscribe, () => isOutdated);

/** Asks the server whether its page is still the one that this program came with. */
export async function lookForUpdate(): Promise<void> {
  const scripts = Array.from(
    document.querySelectorAll('script[type="module"]'),
    (script) => script.getAttribute('src') ?? '',
  );
  try {
    const answer = await fetchWithTimeout('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
    if (!answer.ok) return;
    const page = await answer.text();
    if (scripts.every((address) => page.includes(address))) return;
  } catch {
    return; // Without an answer there is nothing to offer.
  }
  isOutdated = true;
  for (const listener of listeners) listener();
}

/**
 * The router answers a part that could not be loaded with a load of the whole page, which without a network is the
 * browser's own error page. It knows such errors by their texts, so they get another one, by which we know them.
 */
export function keepPageWithoutPart(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = name;
    payload.message = 'A part of the program could not be loaded';
    void lookForUpdate();
  });
}
