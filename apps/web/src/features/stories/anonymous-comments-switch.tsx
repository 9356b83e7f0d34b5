import type { StorySummary } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { commentsText } from '../../messages/comments.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { Switch } from '../../ui/switch.tsx';
import { patchStory, refetchStoriesInFlight } from '../../lib/calls/patch-story.ts';
import { showCommentError } from '../comments/public.ts';

/** Whether visitors may comment on the own story. Shows the wish at once, and takes it back if it cannot be kept. */
export function AnonymousCommentsSwitch({ story }: { readonly story: StorySummary }) {
  const queryClient = useQueryClient();
  const show = (anonymousComments: boolean) =>
    patchStory(queryClient, story.id, () => ({ anonymousComments }));
  const save = trpc.stories.setAnonymousComments.useMutation({
    onMutate: ({ anonymousComments }) => show(anonymousComments),
    onSuccess: () => refetchStoriesInFlight(queryClient),
    onError: (_error, { anonymousComments }) => {
      show(!anonymousComments);
      showCommentError(commentsText.errors.allowAnonymous);
    },
  });
  return (
    <Switch
      label={commentsText.allowAnonymous}
      checked={story.anonymousComments}
      busy={save.isPending}
      onChange={(anonymousComments) => save.mutate({ id: story.id, anonymousComments })}
    />
  );
}
