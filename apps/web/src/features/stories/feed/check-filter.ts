import type { ErrorCode } from '@relato/contract/errors';
import { checkFilterTags, type FeedFilter } from '@relato/contract/stories/rules';
import { checkSearch } from '@relato/contract/text/rules';

// Apart from feed-filter.ts, which every first load holds because routes read the address.

/**
 * Returns why a filter is invalid. Users type and share addresses, and ignoring a part of the filter would show a
 * different list.
 */
export const checkFilter = ({ search, tags }: FeedFilter): ErrorCode | null =>
  checkSearch(search) ?? checkFilterTags(tags);
