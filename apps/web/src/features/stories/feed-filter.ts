import type { ErrorCode } from '@relato/contract/errors';
import { limits } from '@relato/contract/limits';

/** What the address says about the list, as it stands there. */
export interface FeedSearch {
  readonly q?: string;
  /** Separated by commas. */
  readonly tags?: string;
}

type FilterRefusal = Extract<ErrorCode, 'SEARCH_TOO_LONG' | 'TAG_TOO_LONG' | 'TAGS_TOO_MANY'>;

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

const isLonger = (text: string, { maxLength }: { readonly maxLength: number }): boolean =>
  Array.from(text).length > maxLength;

/** Why the server would not search for this. Addresses are typed and shared by people; less than they say is another list. */
export function refusalOf({ search, tags }: FeedFilter): FilterRefusal | null {
  if (isLonger(search, limits.search)) return 'SEARCH_TOO_LONG';
  if (tags.some((tag) => isLonger(tag, limits.tag))) return 'TAG_TOO_LONG';
  return tags.length > limits.tag.maxCount ? 'TAGS_TOO_MANY' : null;
}

export function toFeedSearch({ search, tags }: FeedFilter): FeedSearch {
  return readFeedSearch({ q: search.trim(), tags: tags.join(',') });
}
