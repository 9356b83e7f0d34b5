import type { StoryId } from '@relato/contract/ids';
import { limits } from '@relato/contract/limits';
import type { WordRange } from '@relato/contract/transcription/spans';
import type { OwnReaction, Sign, StoryReactions } from '@relato/contract/reactions/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isLastChange } from '../../lib/calls/is-last-change.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { useShownAhead } from '../../lib/calls/use-shown-ahead.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { reactionsText } from '../../messages/stories/reactions.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

const nothing: StoryReactions = { mine: [], warm: [] };

/** Returns the signs on a story, and none while they load or after an error, because the story is complete without them. */
export function useReactions(id: StoryId): StoryReactions {
  const { data = nothing } = trpc.reactions.ofStory.useQuery(
    { id },
    { staleTime: limits.refresh.intervalMs },
  );
  return data;
}

/** A change of the sign on a range of words. */
export interface Wish {
  readonly range: WordRange;
  /** The text and the current times of the words. */
  readonly span: Omit<OwnReaction, 'sign'>;
  /** The stored sign of the range. */
  readonly known: OwnReaction | undefined;
  /** Null removes the sign. */
  readonly sign: Sign | null;
}

/** Loads all error texts on demand. Without a network the toast has only its title. */
async function showFailure(error: unknown): Promise<void> {
  let text: string | undefined;
  try {
    text = (await import('../../lib/errors/error-text.ts')).toErrorText(error);
  } catch {
    text = undefined;
  }
  showToast({ title: reactionsText.errors.action, text, tone: 'destructive' });
}

/** Returns a function that sets or removes a sign. Shows it at once, and reverts it on failure. */
export function useReact(id: StoryId): (wish: Wish) => void {
  const utils = trpc.useUtils();
  const { ofStory } = utils.reactions;
  const queryClient = useQueryClient();
  // Changes run in order, so that the last one wins.
  const scope = { id: `reactions ${id}` } as const;
  const { onMutate, onSuccess, restore } = useShownAhead<StoryReactions, Wish>({
    scope,
    read: () => ofStory.getData({ id }) ?? nothing,
    show: (data) => {
      ofStory.setData({ id }, data);
      // An answer in flight is older than the change.
      void ofStory.cancel({ id });
    },
    apply: (data, { span, known, sign }) => ({
      ...data,
      mine: [
        ...data.mine.filter(({ startMs, endMs }) => startMs !== known?.startMs || endMs !== known.endMs),
        ...(sign ? [{ ...span, sign }] : []),
      ],
    }),
  });
  const { mutate } = useMutation({
    scope,
    mutationFn: ({ range, span: { startMs, endMs }, sign }: Wish) =>
      utils.client.reactions.set.mutate({ id, ...range, startMs, endMs, sign }),
    onMutate,
    onSuccess: (answer, wish) => {
      onSuccess(answer, wish);
      showToast({ title: reactionsText.left(wish.span.text, wish.sign) });
    },
    onError: (error, wish) => {
      restore();
      if (getErrorCode(error) === 'UNAUTHENTICATED') {
        void utils.account.session.invalidate();
        openAuthSheet({ purpose: 'react', onSignedIn: () => mutate(wish) });
        return;
      }
      void showFailure(error);
      // The shown text is outdated.
      if (getErrorCode(error) === 'REACTION_WORDS_CHANGED') void utils.stories.byId.invalidate({ id });
    },
    onSettled: () => (isLastChange(queryClient, scope) ? ofStory.invalidate({ id }) : undefined),
  });
  return mutate;
}
