import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { collectionsText } from '../../messages/stories/collections.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

export const showCollectionError = (error: unknown): void =>
  showToast({ title: collectionsText.errors.action, text: toErrorText(error), tone: 'destructive' });

const scope = { id: 'collections' } as const;

/** Changes of collections wait for each other: of two, the later one is the last to arrive. */
export const oneAfterTheOther = { scope } as const;

/**
 * Returns a function that asks anew for the collections, and for the stories in them. Of several changes only the last one does:
 * an answer in between would take away from the screen what waits still.
 */
export function useCollectionsRefresh() {
  const { collections, stories } = trpc.useUtils();
  const queryClient = useQueryClient();
  return async () => {
    if (queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) > 1) return;
    await Promise.all([collections.invalidate(), stories.byCollection.invalidate()]);
  };
}

/** Puts a story into a collection, or takes it out. A failure is told, and what shows is asked for anew. */
export function useCollect() {
  const refresh = useCollectionsRefresh();
  return trpc.collections.setStory.useMutation({
    ...oneAfterTheOther,
    onError: showCollectionError,
    onSettled: refresh,
  });
}
