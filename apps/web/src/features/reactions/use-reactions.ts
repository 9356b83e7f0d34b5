import { limits } from '@relato/contract/limits';
import type { OwnReaction, Sign, StoryReactions } from '@relato/contract/reactions/types';
import type { StoryId } from '@relato/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { reactionsText } from '../../messages/stories/reactions.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

const nothing: StoryReactions = { mine: [], warm: [] };

/** Returns what is known of the signs on a story. They are an ornament: without them the story is whole. */
export function useReactions(id: StoryId): StoryReactions {
  const { data = nothing } = trpc.reactions.ofStory.useQuery(
    { id },
    { staleTime: limits.refresh.intervalMs },
  );
  return data;
}

interface Wish {
  readonly id: StoryId;
  /** With the times that the words have now. */
  readonly span: Omit<OwnReaction, 'sign'>;
  readonly known: OwnReaction | undefined;
  /** Null takes the sign back. */
  readonly sign: Sign | null;
}

const scope = { id: 'reactions' } as const;

/** Returns a function that leaves a sign or takes it back. It shows at once, and reverts if it cannot be kept. */
export function useReact(): (wish: Wish) => void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    // Of two, the later one is the last to arrive.
    scope,
    mutationFn: ({ id, span: { startMs, endMs }, sign }: Wish) =>
      utils.client.reactions.set.mutate({ id, startMs, endMs, sign }),
    onMutate: async ({ id, span, known, sign }) => {
      await utils.reactions.ofStory.cancel({ id });
      utils.reactions.ofStory.setData({ id }, (data = nothing) => ({
        ...data,
        mine: [
          ...data.mine.filter((each) => each.startMs !== known?.startMs || each.endMs !== known.endMs),
          ...(sign ? [{ ...span, sign }] : []),
        ],
      }));
    },
    onError: (error, wish) => {
      if (getErrorCode(error) !== 'UNAUTHENTICATED')
        return showToast({
          title: reactionsText.errors.action,
          text: toErrorText(error),
          tone: 'destructive',
        });
      // The session ended elsewhere: the sign is left after signing in again.
      void utils.account.session.invalidate();
      openAuthSheet({ purpose: 'react', onSignedIn: () => mutate(wish) });
    },
    onSettled: (_result, _error, { id }) => {
      const waiting = queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id });
      // An answer in between would take away from the screen what waits still.
      return waiting > 1 ? undefined : utils.reactions.ofStory.invalidate({ id });
    },
  });
  return mutate;
}
