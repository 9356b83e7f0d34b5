import type { LeftOut, StorySummary } from '@relato/contract/stories/types';
import { toSubject } from '@relato/contract/stories/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { forMeText } from '../../../messages/stories/for-me.ts';
import { stopHearing } from '../../player/public.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import type { Feed } from '../feed/start-feed.ts';

const filter = { search: '', tags: [], order: 'forMe' as const };

const isLeftOut = ({ id, author, tags }: StorySummary, { kind, id: wanted }: LeftOut): boolean =>
  kind === 'story'
    ? id === wanted
    : kind === 'author'
      ? author?.id === wanted
      : tags.some((tag) => toSubject(tag) === toSubject(wanted));

const fail = (error: unknown) =>
  showToast({ title: forMeText.errors.action, text: toErrorText(error), tone: 'destructive' });

/**
 * Leaves an author or a subject out of 'Para ti'. The stories disappear at once, and a toast offers to undo it. A failure
 * brings them back.
 */
export function useLeaveOut(onDone: () => void) {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const queryKey = getQueryKey(trpc.stories.feed, filter, 'query');

  /** Returns a function that brings the stories back to their places. */
  const takeAway = (wish: LeftOut): (() => void) => {
    const before = queryClient.getQueryData<Feed>(queryKey)?.items ?? [];
    queryClient.setQueryData<Feed>(
      queryKey,
      (feed) =>
        // Without a head, the removed stories do not count as news.
        feed && { ...feed, items: feed.items.filter((story) => !isLeftOut(story, wish)), headIds: [] },
    );
    return () =>
      void queryClient.setQueryData<Feed>(queryKey, (feed) => {
        if (!feed) return feed;
        const items = [...feed.items];
        for (const [index, story] of before.entries())
          if (isLeftOut(story, wish) && !items.some(({ id }) => id === story.id))
            items.splice(index, 0, story);
        return { ...feed, items };
      });
  };

  const refresh = async () => {
    // The list is empty, but the server has further stories.
    if (queryClient.getQueryData<Feed>(queryKey)?.items.length === 0) await utils.stories.feed.reset(filter);
    await utils.stories.leftOut.invalidate();
  };

  return useMutation({
    mutationFn: ({ kind, id }: LeftOut) => utils.client.stories.leaveOut.mutate({ kind, id }),
    onMutate: takeAway,
    onSuccess: (_answer, wish, bringBack) => {
      const { kind, id, name } = wish;
      const undo = async () => {
        try {
          await utils.client.stories.takeBack.mutate({ kind, id });
          bringBack();
        } catch (error) {
          fail(error);
        }
        await utils.stories.leftOut.invalidate();
      };
      showToast({
        title: forMeText.notForMe.done[kind](name),
        action: { label: forMeText.notForMe.undo, onPress: () => void undo() },
      });
      stopHearing((story) => isLeftOut(story, wish));
      onDone();
    },
    onError: (error, _wish, bringBack) => {
      bringBack?.();
      fail(error);
    },
    onSettled: () => void refresh(),
  });
}
