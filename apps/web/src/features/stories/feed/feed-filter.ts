import type { FeedFilter } from '@relato/contract/stories/rules';

/** The list's part of the address, unparsed. */
interface FeedSearch {
  readonly q?: string;
  /** Separated by commas. */
  readonly tags?: string;
}

export function readFeedSearch({ q, tags }: Record<string, unknown>): FeedSearch {
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(typeof tags === 'string' && tags !== '' ? { tags } : {}),
  };
}

export function toFeedSearch({ search, tags }: FeedFilter): FeedSearch {
  return readFeedSearch({ q: search.trim(), tags: tags.join(',') });
}
