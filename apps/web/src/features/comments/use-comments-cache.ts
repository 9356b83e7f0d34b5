import type { Comment } from '@relato/contract/comments/types';
import type { Page } from '@relato/contract/paging';
import type { StoryId } from '@relato/contract/ids';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { trpc } from '../../lib/calls/trpc.ts';
import { patchStory, refetchStoriesInFlight } from '../../lib/calls/patch-story.ts';

type Pages = InfiniteData<Page<Comment>, string | null>;

/** Shows at once what has changed, and asks for it: what is on its way may have been answered before. */
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
      // One that was sent again after a lost answer may have been loaded and counted meanwhile.
      if (!isKnown(comment.id)) {
        count(1);
        utils.comments.list.setInfiniteData({ storyId }, (data) => data && withLast(data, comment));
      }
      return refresh();
    },
    remove: (comment: Comment) => {
      if (isKnown(comment.id)) count(-1);
      utils.comments.list.setInfiniteData({ storyId }, (data) => data && without(data, comment));
      return refresh();
    },
    closeToVisitors: () => patchStory(queryClient, storyId, () => ({ anonymousComments: false })),
  };
}

/** At the end, if the end is loaded. */
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
