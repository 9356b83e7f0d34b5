import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';

/** The feed as it is shown. Its order belongs to the reader: visible stories do not move by themselves. */
export interface Feed extends Page<StorySummary> {
  /** The top of the feed at the last request. */
  readonly headIds: readonly string[];
  /** The start of each page after the first: its cursor, and the story before it. */
  readonly pageBreaks: readonly { readonly cursor: string; readonly afterId: string }[];
  /** New stories that belong below the top, and above the visible stories. */
  readonly awaitedIds: readonly string[];
}

export const startFeed = (head: Page<StorySummary>): Feed => ({
  ...head,
  headIds: head.items.map(({ id }) => id),
  pageBreaks: [],
  awaitedIds: [],
});
