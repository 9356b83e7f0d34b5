import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';
import type { Feed } from './start-feed.ts';

interface FeedRefresh {
  /** The first page. */
  readonly head: Page<StorySummary>;
  /** The story ids that were requested, */
  readonly asked: ReadonlySet<string>;
  /** and the stories of these that are still public. */
  readonly found: readonly StorySummary[];
  /** The visible page, unless it is the first. */
  readonly visiblePage?: Page<StorySummary> & { readonly afterId: string };
}

const idsOf = (stories: readonly StorySummary[]): string[] => stories.map(({ id }) => id);
const idSet = (...lists: (readonly StorySummary[])[]) => new Set<string>(lists.flatMap(idsOf));

/** Adds the page after `cursor`. A story that fell in the order is in two pages, and keeps its first place. */
export function addPage(feed: Feed, cursor: string, page: Page<StorySummary>): Feed {
  // The feed was restarted meanwhile, or has this page already.
  if (feed.nextCursor !== cursor) return feed;
  const known = idSet(feed.items);
  const added = page.items.filter(({ id }) => !known.has(id));
  const afterId = feed.items.at(-1)?.id;
  const pageBreaks = afterId === undefined ? feed.pageBreaks : [...feed.pageBreaks, { cursor, afterId }];
  return { ...feed, items: [...feed.items, ...added], nextCursor: page.nextCursor, pageBreaks };
}

/** Returns the start of the page that holds a story; null for the first page. */
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
 * Updates the shown feed. Stories change in place, and those that are no longer public are removed. Up to `lastSeenId`,
 * the last story on the screen, the order stays; below it new stories are inserted. New stories above it wait: see
 * `getFeedNews`. Without a `lastSeenId` nothing was seen yet.
 */
export function refreshFeed(
  feed: Feed,
  { head, asked, found, visiblePage }: FeedRefresh,
  lastSeenId: string | null,
): Feed {
  const now = new Map<string, StorySummary>(
    // Stryker disable next-line ArrayDeclaration: what has no id is no story of the feed
    [...found, ...(visiblePage?.items ?? []), ...head.items].map((story) => [story.id, story]),
  );
  const inHead = idSet(head.items);
  const isGone = (id: string) => !now.has(id) && (asked.has(id) || head.nextCursor === null);
  const seenCount = feed.items.findIndex(({ id }) => id === lastSeenId) + 1;
  const seen = feed.items.slice(0, seenCount).filter(({ id }) => !isGone(id));
  const kept = feed.items.filter(({ id }) => !isGone(id));

  // The stories that follow the last seen one in the head follow it here too, unless a seen story belongs after the
  // head.
  const lastInHead = head.items.findLastIndex(({ id }) => seen.some((story) => story.id === id));
  const next = seen.every(({ id }) => inHead.has(id)) ? head.items.slice(lastInHead + 1) : [];
  const placed = idSet(seen, next);
  const items = [...seen, ...next, ...kept.filter(({ id }) => !placed.has(id))];
  const awaitedIds = visiblePage ? mergeVisiblePage(items, visiblePage, seen.length) : [];
  const isLastVisible = visiblePage?.afterId === feed.pageBreaks.at(-1)?.afterId;
  const isShort = feed.items.length <= head.items.length;
  return {
    items: items.map((story) => keepFound(story, now.get(story.id) ?? story)),
    nextCursor: isShort
      ? head.nextCursor
      : (feed.nextCursor ?? (isLastVisible ? visiblePage?.nextCursor : null) ?? null),
    headIds: idsOf(head.items),
    pageBreaks: feed.pageBreaks.flatMap(({ cursor, afterId }) => {
      const count = feed.items.findIndex(({ id }) => id === afterId) + 1;
      const above = feed.items.slice(0, count).findLast(({ id }) => !isGone(id));
      return above ? [{ cursor, afterId: above.id }] : [];
    }),
    awaitedIds,
  };
}

/** Keeps `moments`, which only a search returns, and `reason`, which only 'Para ti' returns. */
const keepFound = ({ moments, reason }: StorySummary, latest: StorySummary): StorySummary =>
  moments || reason ? { ...(moments && { moments }), ...(reason && { reason }), ...latest } : latest;

/** Inserts the new stories of a page after their predecessors, below `seenCount`. Returns the ids that have to wait. */
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

/** Returns whether the top has new stories that do not show, or only another order. */
export function getFeedNews({ items, headIds, awaitedIds }: Feed): 'stories' | 'order' | null {
  const shown = idSet(items);
  if ([...headIds, ...awaitedIds].some((id) => !shown.has(id))) return 'stories';
  // Stryker disable next-line OptionalChaining: all of the head is shown, so that there are as many stories
  return headIds.some((id, index) => items[index]?.id !== id) ? 'order' : null;
}

/** Returns at most `count` ids of stories around those on the screen. */
export function idsAround(
  items: readonly StorySummary[],
  firstSeenId: string | null,
  count: number,
): StorySummary['id'][] {
  const first = Math.max(
    items.findIndex(({ id }) => id === firstSeenId),
    0,
  );
  // The next visible stories are mostly further down.
  const start = Math.max(Math.min(first - Math.floor(count / 4), items.length - count), 0);
  return items.slice(start, start + count).map(({ id }) => id);
}
