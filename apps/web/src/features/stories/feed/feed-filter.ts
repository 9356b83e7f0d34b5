/** The list's part of the address, unparsed. */
interface FeedSearch {
  readonly q?: string;
  /** Separated by commas. */
  readonly tags?: string;
}

export interface FeedFilter {
  readonly search: string;
  readonly tags: readonly string[];
}

/** Picks the list's parameters from an address. */
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

export function toFeedSearch({ search, tags }: FeedFilter): FeedSearch {
  return readFeedSearch({ q: search.trim(), tags: tags.join(',') });
}
