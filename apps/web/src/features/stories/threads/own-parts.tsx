import { repliesChoices, type RepliesChoice, type StorySummary } from '@relato/contract/stories/types';
import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { patchStory, refetchStoriesInFlight } from '../../../lib/calls/patch-story.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { isTransientError } from '../../../lib/errors/error-data.ts';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { threadsText } from '../../../messages/stories/threads.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useOwnStoryError } from '../own/use-own-story-error.ts';

const LeaveSheet = lazySheet(async () => (await import('./leave-sheet.tsx')).LeaveSheet);

/** The choice who may reply to the viewer's story, and the button that detaches it from another one. */
export function OwnThread({ story }: { readonly story: StorySummary }) {
  const { origin } = story;
  const place = useRef<HTMLDivElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {origin?.kind !== 'reply' && <Replies story={story} />}
      {origin && (origin.story ?? origin.isAway) && (
        <Button size="small" variant="secondary" className="mt-1" onClick={() => setLeaving(true)}>
          <LogOut aria-hidden="true" />
          {threadsText.leaving.own[origin.kind].leave}
        </Button>
      )}
      {isLeaving && (
        <LeaveSheet story={story} toFocus={() => place.current} onClose={() => setLeaving(false)} />
      )}
    </div>
  );
}

const { label, names, failed } = threadsText.setting;

/** The server omits the default, with which everybody may reply. */
const toShown = (replies: RepliesChoice) =>
  ({ replies: replies === 'open' ? undefined : replies }) as Partial<StorySummary>;

function Replies({ story }: { readonly story: StorySummary }) {
  const id = useId();
  const queryClient = useQueryClient();
  const { stories } = trpc.useUtils();
  const showError = useOwnStoryError();
  const chosen: RepliesChoice = story.replies ?? 'open';
  const show = (replies: RepliesChoice) => patchStory(queryClient, story.id, () => toShown(replies));
  const save = trpc.stories.setReplies.useMutation({
    // Runs the changes in order, so that the last choice wins.
    scope: { id: `replies to ${story.id}` },
    onMutate: ({ replies }) => {
      show(replies);
      return { before: chosen };
    },
    onSuccess: (_answer, { replies }) => {
      // A list that was requested before may have arrived since.
      show(replies);
      return refetchStoriesInFlight(queryClient);
    },
    onError: (error, _input, context) => {
      if (context) show(context.before);
      showError(failed, error);
      // The answer may be lost, and the change made.
      if (isTransientError(error)) void stories.invalidate();
    },
  });
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 text-sm">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={chosen}
        aria-busy={save.isPending}
        className="min-h-11 min-w-0 rounded-field border border-edge bg-surface px-2.5 text-ink"
        onChange={({ target }) => {
          const replies = repliesChoices.find((each) => each === target.value);
          if (replies) save.mutate({ id: story.id, replies });
        }}
      >
        {repliesChoices.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </div>
  );
}
