import { readLocal, storeLocal } from '../../../lib/local-storage.ts';

/** The list's part of the address, unparsed. */
export interface FeedSearch {
  readonly q?: string;
  /** Written by `toTagsParameter`. */
  readonly tags?: string;
  /** One of `orderNames`. */
  readonly orden?: string;
  /** One of `searchViews`: shows something other than stories. */
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

/** Stores the name of an order in this browser; null for the default. */
export const rememberOrder = (name: string | null): void => void storeLocal(key, name);

/** Returns the address of the community in the last chosen order. */
export const toChosenFeed = (): FeedSearch => readFeedSearch({ orden: readLocal(key) });

/**
 * Opens the last chosen order if the page was opened by a link of the placeholder in index.html, which has none. Must run
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
