import { useQueryClient } from '@tanstack/react-query';
import { isLastChange } from '../../lib/calls/is-last-change.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { useIsThere } from '../../lib/layout/use-is-there.ts';
import { collectionsText } from '../../messages/stories/collections.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

export const showCollectionError = (error: unknown): void =>
  showToast({ title: collectionsText.errors.action, text: toErrorText(error), tone: 'destructive' });

const scope = { id: 'collections' } as const;

/** Runs the changes of collections in order, so that the last one wins. */
export const oneAfterTheOther = { scope } as const;

/**
 * Returns a function that refetches the collections and, unless told otherwise, the stories in them. Only the last of several
 * pending changes refetches, because an earlier answer would revert the changes that still wait.
 */
export function useCollectionsRefresh() {
  const { collections, stories } = trpc.useUtils();
  const queryClient = useQueryClient();
  return async (withStories = true) => {
    if (!isLastChange(queryClient, scope)) return;
    await Promise.all([collections.invalidate(), withStories && stories.byCollection.invalidate()]);
  };
}

/**
 * Adds a story to a collection, or removes it. Shows a failure, and refetches, but the stories only after its sheet was closed:
 * one that leaves the list on the screen takes the sheet on its card with it.
 */
export function useCollect() {
  const refresh = useCollectionsRefresh();
  const isThere = useIsThere();
  return trpc.collections.setStory.useMutation({
    ...oneAfterTheOther,
    onError: showCollectionError,
    onSettled: () => refresh(!isThere()),
  });
}
