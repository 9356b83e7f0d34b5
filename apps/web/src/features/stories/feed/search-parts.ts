import { lazyOptional, lazyPart } from '../../../lib/lazy/lazy-part.tsx';

// The parts that only a search shows. The community opens without them.
export const FoundStory = lazyPart(async () => (await import('./search-results.tsx')).FoundStory);
export const People = lazyOptional(async () => (await import('./people.tsx')).People);
export const MomentCount = lazyOptional(async () => (await import('./search-results.tsx')).MomentCount);
export const SearchViews = lazyOptional(async () => (await import('./search-views.tsx')).SearchViews);

/** Loads them, so that they show with the answer to the search. */
export const preloadSearchParts = () =>
  Promise.all([FoundStory, People, MomentCount, SearchViews].map((part) => part.preload()));
