import type { Page } from '@relato/contract/paging';
import type { ProfileSummary } from '@relato/contract/profiles/types';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { useIsThere } from '../../lib/layout/use-is-there.ts';
import { blocksText } from '../../messages/account/blocks.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { stopHearing } from '../player/public.ts';

type Written = Pick<Page<{ readonly author: ProfileSummary | null }>, 'items'>;

const without = <List extends Written>(list: List, userId: string): List => ({
  ...list,
  items: list.items.filter(({ author }) => author?.id !== userId),
});

const fail = (error: unknown) =>
  showToast({ title: blocksText.errors.action, text: toErrorText(error), tone: 'destructive' });

/** Returns a function that refetches everything that a block or a mute changes. */
function useRefresh() {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all(
      [
        utils.blocks,
        utils.collections,
        utils.stories,
        utils.comments,
        utils.corrections,
        utils.profiles,
        utils.reactions,
        utils.follows,
        utils.news,
      ].map((noun) => noun.invalidate()),
    );
  };
}

/** The calls that block or mute the person of this name. Their stories and comments leave the lists at once. */
export function useBlock(name: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const isThere = useIsThere();
  const refresh = useRefresh();
  const options = ({
    done,
    doneText,
  }: {
    readonly done: (name: string) => string;
    readonly doneText: string;
  }) => ({
    onSuccess: (_answer: unknown, { userId }: { readonly userId: string }) => {
      // A refetch alone would leave the stories and comments outside of the screen.
      queryClient.setQueriesData<Written>(
        { queryKey: getQueryKey(trpc.stories.feed) },
        (feed) => feed && without(feed, userId),
      );
      queryClient.setQueriesData<InfiniteData<Written>>(
        { queryKey: getQueryKey(trpc.comments.list) },
        (list) => list && { ...list, pages: list.pages.map((page) => without(page, userId)) },
      );
      stopHearing(({ author }) => author?.id === userId);
      showToast({ title: done(name), text: doneText });
      if (isThere()) onDone();
    },
    onError: fail,
    onSettled: () => void refresh(),
  });
  return {
    block: trpc.blocks.block.useMutation(options(blocksText.block)),
    mute: trpc.blocks.mute.useMutation(options(blocksText.mute)),
  };
}

export function useUndoBlock() {
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  return trpc.blocks.undo.useMutation({
    onSuccess: (_answer, { kind }) => showToast({ title: blocksText.undone[kind] }),
    onError: fail,
    onSettled: async () => {
      await refresh();
      // A refreshed feed would offer the stories that return as new ones.
      void utils.stories.feed.reset();
    },
  });
}
