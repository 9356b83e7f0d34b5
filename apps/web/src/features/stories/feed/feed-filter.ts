import { readLocal, storeLocal } from '../../../lib/local-storage.ts';

/** The list's part of the address, unparsed. */
export interface FeedSearch {
  readonly q?: string;
  /** Separated by commas. */
  readonly tags?: string;
  /** One of `orderNames`. */
  readonly orden?: string;
  /** One of `searchViews`: what is shown instead of stories. */
  readonly ver?: string;
}

export function readFeedSearch({ q, tags, orden, ver }: Record<string, unknown>): FeedSearch {
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(typeof tags === 'string' && tags !== '' ? { tags } : {}),
    ...(typeof orden === 'string' && orden !== '' ? { orden } : {}),
    ...(typeof ver === 'string' && ver !== '' ? { ver } : {}),
  };
}

const key = 'relato.order';

/** Remembers the name of an order in this browser; null for the usual one. */
export const rememberOrder = (name: string | null): void => void storeLocal(key, name);

/** Returns the address of the community in the order that was chosen last. */
export const toChosenFeed = (): FeedSearch => readFeedSearch({ orden: readLocal(key) });

/**
 * Opens the order that was chosen last if the page came by a link of the placeholder in index.html, which knows none. Must run
 * before the address is read.
 */
export function openChosenOrder(): void {
  const { orden } = toChosenFeed();
  const isBare = location.pathname === '/search' && location.search === '';
  const isFromHere = document.referrer.startsWith(`${location.origin}/`);
  const [{ type } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (orden && isBare && isFromHere && type === 'navigate')
    history.replaceState(null, '', `/search?${new URLSearchParams({ orden }).toString()}`);
}
