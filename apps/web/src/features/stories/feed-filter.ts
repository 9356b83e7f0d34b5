import type { ErrorCode } from '@relato/contract/errors';
import { checkFilterTags } from '@relato/contract/stories/rules';
import { checkSearch } from '@relato/contract/text-rules';

/** What the address says about the list, as it stands there. */
interface FeedSearch {
  readonly q?: string;
  /** Separated by commas. */
  readonly tags?: string;
}

export interface FeedFilter {
  readonly search: string;
  readonly tags: readonly string[];
}

/** Keeps of an address what concerns the list. */
export function readFeedSearch({ q, tags }: Record<string, unknown>): FeedSearch {
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(typeof tags === 'string' && tags !== '' ? { tags } : {}),
  };
}

export function toFeedFilter({ q = '', tags = '' }: FeedSearch): FeedFilter {
  const names = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return { search: q.trim(), tags: [...new Set(names)] };
}

/**
 * Returns why there is no list for a filter. People type and share addresses, and a list for less than an address says
 * would be another list.
 */
export const checkFilter = ({ search, tags }: FeedFilter): ErrorCode | null =>
  checkSearch(search) ?? checkFilterTags(tags);

export function toFeedSearch({ search, tags }: FeedFilter): FeedSearch {
  return readFeedSearch({ q: search.trim(), tags: tags.join(',') });
}
