import { useSyncExternalStore } from 'react';
import { fetchWithTimeout } from '../calls/fetch-with-timeout.ts';
import { createListeners } from '../listeners.ts';

const name = 'MissingPart';

/** Returns whether a chunk could not be loaded, without a network or because the server has a newer version. */
export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && error.name === name;

/**
 * The reason why a reload helps: the server has a newer version, or a chunk fails again although the server answers.
 */
type ReloadReason = 'newer' | 'stuck';

let reloadReason: ReloadReason | null = null;
/** Activates a newer version that the browser already has; null while there is none. */
let update: (() => void) | null = null;
const { subscribe, notify } = createListeners();

/** Null while no reload would help. */
export const useReloadReason = (): ReloadReason | null =>
  useSyncExternalStore(subscribe, () => reloadReason ?? (update && 'newer'));

export function offerUpdate(take: (() => void) | null): void {
  update = take;
  notify();
}

export const reloadApp = (): void => (update ?? (() => location.reload()))();

/** Asks the server whether it still serves this version; null without an answer. */
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

/** Firefox remembers a failed module until the page reloads, so a retry does not help there after coming back online. */
async function findReloadReason(isFirstFailure: boolean): Promise<void> {
  const served = await isCurrentVersion();
  if (served === null || (served && isFirstFailure)) return;
  reloadReason = served ? 'stuck' : 'newer';
  notify();
}

/**
 * The router reacts to a chunk load error with a reload, which shows the browser's error page without a network. It
 * recognizes such errors by their texts, so they get another name and message, by which we recognize them.
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
