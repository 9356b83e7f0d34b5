import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { collectionsText } from '../../messages/stories/collections.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

export const showCollectionError = (error: unknown): void =>
  showToast({ title: collectionsText.errors.action, text: toErrorText(error), tone: 'destructive' });

/** Changes of collections wait for each other: of two, the later one is the last to arrive. */
export const oneAfterTheOther = { scope: { id: 'collections' } } as const;

/** Returns a function that asks anew for the collections, and for the stories in them. */
export function useCollectionsRefresh() {
  const { collections, stories } = trpc.useUtils();
  return async () => {
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
