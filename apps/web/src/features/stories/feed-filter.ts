import { limits } from '@relato/contract/limits';

/** What the address says about the list, as it stands there. */
export interface FeedSearch {
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

/** Addresses are typed and shared by people: what the server would refuse is cut here, not an error. */
export function toFeedFilter({ q = '', tags = '' }: FeedSearch): FeedFilter {
  const names = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && tag.length <= limits.tag.maxLength);
  return {
    search: Array.from(q.trim()).slice(0, limits.search.maxLength).join(''),
    tags: [...new Set(names)].slice(0, limits.tag.maxCount),
  };
}

export function toFeedSearch({ search, tags }: FeedFilter): FeedSearch {
  return readFeedSearch({ q: search.trim(), tags: tags.join(',') });
}
