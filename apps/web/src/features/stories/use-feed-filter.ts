import { useNavigate, useSearch } from '@tanstack/react-router';
import { toFeedFilter, toFeedSearch, type FeedFilter } from './feed-filter.ts';

/** The filter lives in the address: back, reload and a shared link find the same list. */
export function useFeedFilter() {
  const address = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = toFeedFilter(address);

  const setFilter = (change: Partial<FeedFilter>, { replace = false } = {}) => {
    void navigate({
      to: '.',
      search: ({ q: _q, tags: _tags, ...others }) => ({
        ...others,
        ...toFeedSearch({ ...filter, ...change }),
      }),
      replace,
      resetScroll: false,
    });
  };
  return [filter, setFilter] as const;
}
