import type { RepliesChoice, StorySummary } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { isLastChange } from '../../../lib/calls/is-last-change.ts';
import { patchStory, refetchStoriesInFlight } from '../../../lib/calls/patch-story.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useShownAhead } from '../../../lib/calls/use-shown-ahead.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import { useOwnStoryError } from '../own/use-own-story-error.ts';

/** The server omits the default, with which everybody may reply. */
const toShown = (replies: RepliesChoice) =>
  ({ replies: replies === 'open' ? undefined : replies }) as Partial<StorySummary>;

/** Returns the choice who may reply to a story, and the call that changes it. Choices show at once, and run in order. */
export function useSetReplies({ id, replies }: Pick<StorySummary, 'id' | 'replies'>) {
  const chosen: RepliesChoice = replies ?? 'open';
  const queryClient = useQueryClient();
  const showError = useOwnStoryError();
  const scope = { id: `replies to ${id}` };
  const show = (choice: RepliesChoice) => patchStory(queryClient, id, () => toShown(choice));
  const { onMutate, onSuccess, restore } = useShownAhead<RepliesChoice, { readonly replies: RepliesChoice }>({
    scope,
    read: () => chosen,
    show,
    apply: (_known, change) => change.replies,
  });
  const { mutate, isPending } = trpc.stories.setReplies.useMutation({
    scope,
    onMutate,
    onSuccess: (answer, change) => {
      onSuccess(answer, change);
      if (!isLastChange(queryClient, scope)) return undefined;
      // A list that was requested before may have arrived since.
      show(change.replies);
      return refetchStoriesInFlight(queryClient);
    },
    onError: (error) => {
      restore();
      showError(threadsText.setting.failed, error);
    },
  });
  return { chosen, isPending, choose: (choice: RepliesChoice) => mutate({ id, replies: choice }) };
}
