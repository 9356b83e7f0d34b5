import { useSyncExternalStore } from 'react';
import { fetchWithTimeout } from '../calls/fetch-with-timeout.ts';

const name = 'MissingPart';

/** Whether a part of the program could not be loaded: no network, or a server that has a newer one. */
export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && error.name === name;

/** Why loading the page again helps: the server has a newer program, or a part fails again though the server answers. */
type ReloadReason = 'newer' | 'stuck';

let reloadReason: ReloadReason | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Null while nothing is known that loading the page again would mend. */
export const useReloadReason = (): ReloadReason | null => useSyncExternalStore(subscribe, () => reloadReason);

/** Asks the server whether its page is still the one that this program came with; null without an answer. */
async function isCurrentVersion(): Promise<boolean | null> {
  const scripts = Array.from(
    document.querySelectorAll('script[type="module"]'),
    (script) => script.getAttribute('src') ?? '',
  );
  try {
    const answer = await fetchWithTimeout('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
    if (!answer.ok) return null;
    const page = await answer.text();
    return scripts.every((address) => page.includes(address));
  } catch {
    return null;
  }
}

/**
 * Firefox remembers until the page is loaded again that a module could not be loaded, so there trying again helps
 * nobody who is back online.
 */
async function findReloadReason(isFirstFailure: boolean): Promise<void> {
  const served = await isCurrentVersion();
  if (served === null || (served && isFirstFailure)) return;
  reloadReason = served ? 'stuck' : 'newer';
  for (const listener of listeners) listener();
}

/**
 * The router answers a part that could not be loaded with a load of the whole page, which without a network is the
 * browser's own error page. It knows such errors by their texts, so they get another one, by which we know them.
 */
export function handleChunkLoadErrors(): void {
  let failures = 0;
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = name;
    payload.message = 'A part of the program could not be loaded';
    failures += 1;
    void findReloadReason(failures === 1);
  });
}
