import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';

/** What is shown of the community. The order is that of its reader: what one reads does not move by itself. */
export interface Feed extends Page<StorySummary> {
  /** The top of the feed as it was when it was last asked for. */
  readonly headIds: readonly string[];
  /** Where each page after the first began: what asks for it again, and the story above it. */
  readonly pageBreaks: readonly { readonly cursor: string; readonly afterId: string }[];
  /** New stories that belong further down than the top, and above what one reads. */
  readonly awaitedIds: readonly string[];
}

/** How stories are now. */
interface FeedRefresh {
  /** The first page. */
  readonly head: Page<StorySummary>;
  /** Those stories that were asked for by their ids, */
  readonly asked: ReadonlySet<string>;
  /** and those of them that are still public. */
  readonly found: readonly StorySummary[];
  /** The page in which the screen is, if that is not the first. */
  readonly visiblePage?: Page<StorySummary> & { readonly afterId: string };
}

const idsOf = (stories: readonly StorySummary[]): string[] => stories.map(({ id }) => id);
const idSet = (...lists: (readonly StorySummary[])[]) => new Set<string>(lists.flatMap(idsOf));

export const startFeed = (head: Page<StorySummary>): Feed => ({
  ...head,
  headIds: idsOf(head.items),
  pageBreaks: [],
  awaitedIds: [],
});

/** Adds the page that `cursor` asked for. A story that fell since is in two pages; it stays where it was. */
export function addPage(feed: Feed, cursor: string, page: Page<StorySummary>): Feed {
  // Meanwhile the feed began anew, or has this page already.
  if (feed.nextCursor !== cursor) return feed;
  const known = idSet(feed.items);
  const added = page.items.filter(({ id }) => !known.has(id));
  const afterId = feed.items.at(-1)?.id;
  const pageBreaks = afterId === undefined ? feed.pageBreaks : [...feed.pageBreaks, { cursor, afterId }];
  return { ...feed, items: [...feed.items, ...added], nextCursor: page.nextCursor, pageBreaks };
}

/** Where the page begins in which a story is; null for the first. */
export function pageBreakBefore(
  { items, pageBreaks }: Feed,
  id: string | null,
): Feed['pageBreaks'][number] | null {
  const index = items.findIndex((story) => story.id === id);
  return (
    pageBreaks.findLast(({ afterId }) => items.findIndex((story) => story.id === afterId) < index) ?? null
  );
}

/**
 * Brings what is shown up to date. Stories change in their places, and those that are not public any more go. Up to
 * `lastSeenId`, the last story on the screen, the order stays as it is; below it nobody looks, so what is new comes in
 * there. What is new above has to wait: see `getFeedNews`. Without a `lastSeenId` nobody has seen anything yet.
 */
export function refreshFeed(
  feed: Feed,
  { head, asked, found, visiblePage }: FeedRefresh,
  lastSeenId: string | null,
): Feed {
  const now = new Map<string, StorySummary>(
    [...found, ...(visiblePage?.items ?? []), ...head.items].map((story) => [story.id, story]),
  );
  const inHead = idSet(head.items);
  const isGone = (id: string) => !now.has(id) && (asked.has(id) || head.nextCursor === null);
  const seenCount = feed.items.findIndex(({ id }) => id === lastSeenId) + 1;
  const seen = feed.items.slice(0, seenCount).filter(({ id }) => !isGone(id));
  const unseen = feed.items.slice(seenCount).filter(({ id }) => !isGone(id));

  // What follows the last of the seen ones in the head follows it here, if no seen one has to come after the head.
  const lastInHead = head.items.findLastIndex(({ id }) => seen.some((story) => story.id === id));
  const next = seen.every(({ id }) => inHead.has(id)) ? head.items.slice(lastInHead + 1) : [];
  const placed = idSet(seen, next);
  const items = [...seen, ...next, ...unseen.filter(({ id }) => !placed.has(id))];
  const awaitedIds = visiblePage ? mergeVisiblePage(items, visiblePage, seen.length) : [];
  const isShort = feed.items.length <= head.items.length;
  return {
    items: items.map((story) => now.get(story.id) ?? story),
    nextCursor: isShort ? head.nextCursor : (feed.nextCursor ?? visiblePage?.nextCursor ?? null),
    headIds: idsOf(head.items),
    pageBreaks: feed.pageBreaks.flatMap(({ cursor, afterId }) => {
      const count = feed.items.findIndex(({ id }) => id === afterId) + 1;
      const above = feed.items.slice(0, count).findLast(({ id }) => !isGone(id));
      return above ? [{ cursor, afterId: above.id }] : [];
    }),
    awaitedIds,
  };
}

/** Puts what is new in a page behind what it follows there, below the `seenCount`; returns the ids of what has to wait. */
function mergeVisiblePage(
  items: StorySummary[],
  { items: page, afterId }: NonNullable<FeedRefresh['visiblePage']>,
  seenCount: number,
): string[] {
  const awaitedIds: string[] = [];
  let at = items.findIndex(({ id }) => id === afterId) + 1;
  for (const story of page) {
    const known = items.findIndex(({ id }) => id === story.id);
    if (known !== -1) {
      at = known + 1;
    } else if (at < seenCount) {
      awaitedIds.push(story.id);
    } else {
      items.splice(at, 0, story);
      at += 1;
    }
  }
  return awaitedIds;
}

/** What the feed has above what one reads, and does not show: stories, or only another order of its top. */
export function getFeedNews({ items, headIds, awaitedIds }: Feed): 'stories' | 'order' | null {
  const shown = idSet(items);
  if ([...headIds, ...awaitedIds].some((id) => !shown.has(id))) return 'stories';
  return headIds.some((id, index) => items[index]?.id !== id) ? 'order' : null;
}

/** At most `count` ids of the stories around those on the screen. */
export function idsAround(
  items: readonly StorySummary[],
  firstSeenId: string | null,
  count: number,
): StorySummary['id'][] {
  const first = Math.max(
    items.findIndex(({ id }) => id === firstSeenId),
    0,
  );
  // Most of what is on the screen next is further down.
  const start = Math.max(Math.min(first - Math.floor(count / 4), items.length - count), 0);
  return items.slice(start, start + count).map(({ id }) => id);
}
