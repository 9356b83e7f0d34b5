import type { StorySummary } from '@relato/contract/stories/types';
import { storiesText } from '../../messages/stories.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useOwnStoryError } from './use-own-story-error.ts';

/** Publishes a private story and takes a public one back. Pending until the lists show it. */
export function usePublishing({ id, published }: StorySummary) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const refresh = () => Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);

  const publish = trpc.stories.publish.useMutation({
    onSuccess: () => {
      showToast(storiesText.publishedNotice);
      return refresh();
    },
    onError: (error) => showError(storiesText.errors.publish, error),
  });
  const unpublish = trpc.stories.unpublish.useMutation({
    onSuccess: () => {
      showToast(storiesText.unpublishedNotice);
      return refresh();
    },
    onError: (error) => showError(storiesText.errors.unpublish, error),
  });
  return {
    isPending: publish.isPending || unpublish.isPending,
    toggle: () => (published ? unpublish : publish).mutate({ id }),
  };
}
