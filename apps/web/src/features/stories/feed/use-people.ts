import { limits } from '@relato/contract/limits';
import { mayBeginName } from '@relato/contract/profiles/rules';
import type { FoundProfile } from '@relato/contract/profiles/types';
import type { FeedFilter } from '@relato/contract/stories/rules';
import { trpc } from '../../../lib/calls/trpc.ts';
import { checkFilter } from './check-filter.ts';

/**
 * The users whose name begins with the search. Asked for in one request with the stories that were found, so that they do
 * not push those down later.
 */
export function usePeople(filter: FeedFilter): readonly FoundProfile[] {
  const { search } = filter;
  const isName = mayBeginName(search) && checkFilter(filter) === null;
  const { data } = trpc.profiles.search.useQuery(
    { search },
    { enabled: isName, staleTime: limits.refresh.intervalMs, placeholderData: (before) => before },
  );
  return isName && data ? data : [];
}
