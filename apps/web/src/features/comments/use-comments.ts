import type { Comment } from '@relato/contract/comments/types';
import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { commentsText } from '../../messages/comments.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { patchStory } from '../../lib/calls/patch-story.ts';
import { showCommentError } from './show-comment-error.ts';

/** The comments of a story, oldest first, in pages; asked again as often as the feed, so that others' words appear. */
export function useComments(story: StorySummary) {
  const queryClient = useQueryClient();
  const query = trpc.comments.list.useInfiniteQuery(
    { storyId: story.id },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: limits.refresh.feedMs,
      refetchOnMount: 'always',
    },
  );
  const comments: readonly Comment[] = query.data?.pages.flatMap(({ items }) => items) ?? [];

  useEffect(() => {
    if (query.isError) showCommentError(commentsText.errors.load);
  }, [query.isError]);

  // Whoever has all comments knows how many there are before the list of stories is asked again.
  const count = query.isSuccess && !query.isFetching && !query.hasNextPage ? comments.length : null;
  const keepCount = useEffectEvent((known: number) => {
    if (known !== story.comments) patchStory(queryClient, story.id, () => ({ comments: known }));
  });
  useEffect(() => {
    if (count !== null) keepCount(count);
  }, [count]);

  return { query, comments };
}
