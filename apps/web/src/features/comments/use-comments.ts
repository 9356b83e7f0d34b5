import type { Comment } from '@relato/contract/comments/types';
import type { StoryId } from '@relato/contract/ids';
import type { Page } from '@relato/contract/paging';
import type { Commenters, StorySummary } from '@relato/contract/stories/types';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { patchStory, refetchStoriesInFlight } from '../../lib/calls/patch-story.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { useOnline } from '../../lib/online.ts';
import { commentsText } from '../../messages/comments.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { refreshIntervalMs } from '../../lib/refresh-interval.ts';
import { byCursor } from '../../lib/paging/by-cursor.ts';

/** Comments that were just loaded, with the page or ahead, are not loaded again when they are shown. */
const loadedAheadMs = 5_000;

/** Starts to load the comments of a story before the story itself has arrived. */
export const usePreloadComments = (storyId: string): void =>
  trpc.comments.list.usePrefetchInfiniteQuery({ storyId }, {});

/** The comments of a story in pages, oldest first. Refetched as often as the feed, so that new comments appear. */
export function useComments(story: StorySummary) {
  const queryClient = useQueryClient();
  const query = trpc.comments.list.useInfiniteQuery(
    { storyId: story.id },
    {
      ...byCursor,
      refetchInterval: refreshIntervalMs,
      refetchOnMount: ({ state }) => Date.now() - state.dataUpdatedAt > loadedAheadMs && 'always',
    },
  );
  const comments: readonly Comment[] = query.data?.pages.flatMap(({ items }) => items) ?? [];

  // Without a network the screen says so itself.
  const isOnline = useOnline();
  const isFailing = query.isError && isOnline;
  useEffect(() => {
    if (isFailing) showCommentError(commentsText.errors.load);
  }, [isFailing]);

  // With all pages loaded, the number of comments is known before the story lists are refetched. It may be lower than that
  // of the story, because the viewer does not see muted authors.
  const count = query.isSuccess && !query.isFetching && !query.hasNextPage ? comments.length : null;
  const keepCount = useEffectEvent((known: number) => {
    if (known <= story.comments) return;
    patchStory(queryClient, story.id, () => ({ comments: known }));
    void refetchStoriesInFlight(queryClient);
  });
  useEffect(() => {
    if (count !== null) keepCount(count);
  }, [count]);

  return { query, comments };
}

type Pages = InfiniteData<Page<Comment>, string | null>;

/** Changes the cache at once and refetches: an answer in flight may be older than the change. */
export function useCommentsCache(storyId: StoryId) {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();

  const refresh = () =>
    Promise.all([utils.comments.list.invalidate({ storyId }), refetchStoriesInFlight(queryClient)]);
  const isKnown = (id: string): boolean =>
    utils.comments.list
      .getInfiniteData({ storyId })
      ?.pages.some(({ items }) => items.some((comment) => comment.id === id)) ?? false;
  const count = (step: 1 | -1) =>
    patchStory(queryClient, storyId, ({ comments }) => ({ comments: Math.max(0, comments + step) }));

  return {
    add: (comment: Comment) => {
      // A comment that was sent again after a lost answer may already be loaded and counted.
      if (!isKnown(comment.id)) {
        count(1);
        utils.comments.list.setInfiniteData({ storyId }, (data) => data && withLast(data, comment));
      }
      return refresh();
    },
    /** `wasThere`: the server had the comment until now. */
    remove: (comment: Comment, wasThere: boolean) => {
      // The viewer's own comment may be counted although its page is not loaded.
      if (wasThere || isKnown(comment.id)) count(-1);
      utils.comments.list.setInfiniteData({ storyId }, (data) => data && without(data, comment));
      return refresh();
    },
    /** Shows the commenters that the author has allowed since the story was loaded. */
    narrow: (commenters: Commenters) => {
      patchStory(queryClient, storyId, ({ viewer }) => ({
        commenters,
        ...(commenters === 'followers' && { viewer: { ...viewer, isFollower: false } }),
      }));
      void refetchStoriesInFlight(queryClient);
    },
  };
}

/** Appends the comment to the last page, if it is loaded. */
function withLast(data: Pages, comment: Comment): Pages {
  return {
    ...data,
    pages: data.pages.map((page) =>
      page.nextCursor === null ? { ...page, items: [...page.items, comment] } : page,
    ),
  };
}

function without(data: Pages, { id }: Comment): Pages {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: page.items.filter((comment) => comment.id !== id) })),
  };
}

export const showCommentError = (text: string): void =>
  showToast({ title: commentsText.errors.title, text, tone: 'destructive' });
