import { commenters, type StorySummary } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { patchStory, refetchStoriesInFlight } from '../../../lib/calls/patch-story.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { useIsThere } from '../../../lib/layout/use-is-there.ts';
import { commentersText as text } from '../../../messages/stories/commenters.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useOwnStoryError } from './use-own-story-error.ts';

interface CommentersSheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

/** Asks who may comment on the viewer's story. The choice stays when saving fails. */
export function CommentersSheet({ story, onClose }: CommentersSheetProps) {
  const [choice, setChoice] = useState(story.commenters);
  const queryClient = useQueryClient();
  const { stories } = trpc.useUtils();
  const showError = useOwnStoryError();
  const isThere = useIsThere();
  const save = trpc.stories.setCommenters.useMutation({
    onSuccess: (_answer, { commenters: saved }) => {
      patchStory(queryClient, story.id, () => ({ commenters: saved }));
      showToast({ title: text.saved });
      if (isThere()) onClose();
      return refetchStoriesInFlight(queryClient);
    },
    onError: (error) => {
      showError(text.error, error);
      // The answer may be lost, and the change made.
      void stories.invalidate();
    },
  });
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <fieldset className="mt-1" disabled={save.isPending}>
        <legend className="sr-only">{text.title}</legend>
        {commenters.map((each) => (
          <label
            key={each}
            className="flex min-h-12 cursor-pointer items-center gap-3 border-b border-line px-1 font-[560] last:border-0"
          >
            <input
              type="radio"
              name="commenters"
              value={each}
              checked={each === choice}
              onChange={() => setChoice(each)}
              // The inset shadow leaves the dot visible.
              className="size-5.5 shrink-0 appearance-none rounded-pill border-2 border-edge checked:border-voice checked:bg-voice checked:shadow-[inset_0_0_0_3px_var(--color-surface)] forced-colors:appearance-auto"
            />
            {text.choices[each]}
          </label>
        ))}
      </fieldset>
      <p className="mt-2 text-sm text-muted">{text.hint}</p>
      <Button
        data-saves
        className="mt-5"
        busy={save.isPending}
        onClick={() => save.mutate({ id: story.id, commenters: choice })}
      >
        {text.save}
      </Button>
    </ModalSheet>
  );
}
