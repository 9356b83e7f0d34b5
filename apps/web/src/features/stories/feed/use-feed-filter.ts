import type { ErrorCode } from '@relato/contract/errors';
import {
  checkFilterTags,
  orderNames,
  searchViews,
  toFeedFilter,
  toTagsParameter,
  type FeedFilter,
  type FeedList,
  type SearchView,
} from '@relato/contract/stories/rules';
import { checkSearch } from '@relato/contract/text/rules';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readFeedSearch, rememberOrder, type FeedSearch } from './feed-filter.ts';

// Separate from feed-filter.ts, which is part of every first load because routes read the address.

/**
 * Returns why a filter is invalid. Users type and share addresses, and ignoring a part of the filter would show a
 * different list.
 */
export const checkFilter = ({ search, tags }: FeedFilter): ErrorCode | null =>
  checkSearch(search) ?? checkFilterTags(tags);

const searchViewNames = Object.keys(searchViews) as SearchView[]; // the keys of a constant

/** The default order does not stand in the address. */
export function toFeedSearch({ search, tags, order }: FeedFilter): FeedSearch {
  const orden = order === 'featured' ? '' : orderNames[order];
  return readFeedSearch({ q: search.trim(), tags: toTagsParameter(tags), orden });
}

type FilterChange = Partial<FeedFilter> | ((filter: FeedFilter) => Partial<FeedFilter>);

/**
 * Returns the address with a changed filter. What belongs to other parts of the screen stays, and so does the order, because
 * 'Para ti' returns after a search.
 */
export function changeFeedSearch(
  { q, tags, orden, ...others }: FeedSearch,
  change: FilterChange,
): FeedSearch {
  const filter = toFeedFilter({ q, tags, orden });
  const changed = typeof change === 'function' ? change(filter) : change;
  return {
    ...others,
    ...toFeedSearch({ ...filter, ...changed }),
    ...(orden && !changed.order && { orden }),
  };
}

/** The filter lives in the address, so that back, reload and a shared link show the same list. */
export function useFeedFilter() {
  const address = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = toFeedFilter(address);

  const setFilter = (change: FilterChange, { replace = false } = {}) => {
    void navigate({
      to: '.',
      // A press may come before the screen shows the previous one, so the change is made to the address of that moment.
      search: (newest) => changeFeedSearch(newest, change),
      replace,
      resetScroll: false,
    });
  };
  const setOrder = (order: FeedList) => {
    rememberOrder(order === 'featured' ? null : orderNames[order]);
    setFilter({ order }, { replace: true });
  };
  const view = searchViewNames.find((each) => searchViews[each] === address.ver) ?? null;
  const setView = (next: SearchView | null) =>
    void navigate({
      to: '.',
      search: ({ ver: _ver, ...others }) => ({ ...others, ...(next && { ver: searchViews[next] }) }),
      replace: true,
      resetScroll: false,
    });
  return { filter, view, setFilter, setOrder, setView };
}
