import { lazyOptional, lazyPart } from '../../../lib/lazy/lazy-part.tsx';

// Parts of a search, which the first load of the community omits.
export const FoundStory = lazyPart(async () => (await import('./search-results.tsx')).FoundStory);
export const People = lazyOptional(async () => (await import('./people.tsx')).People);
export const MomentCount = lazyOptional(async () => (await import('./search-results.tsx')).MomentCount);
export const SearchViews = lazyOptional(async () => (await import('./search-views.tsx')).SearchViews);

/** Loads the parts, so that they show together with the answer to the search. */
export const preloadSearchParts = () =>
  Promise.all([FoundStory, People, MomentCount, SearchViews].map((part) => part.preload()));
