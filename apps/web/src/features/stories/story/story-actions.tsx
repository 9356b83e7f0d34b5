import type { StorySummary, StoryVotes } from '@relato/contract/stories/types';
import { ArrowBigDown, ArrowBigUp, Share2 } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { useSettings } from '../../../lib/settings/use-settings.ts';
import { formatVotes, storiesText } from '../../../messages/stories.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ReportButton } from '../../reports/public.ts';
import { patchStory, refetchStoriesInFlight } from '../../../lib/calls/patch-story.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode, isTransientError } from '../../../lib/errors/error-data.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { useRequireSession } from '../../../lib/session/use-require-session.ts';
import { onTabForgotten } from '../../../lib/tab-storage.ts';
import { showStoryError } from '../show-story-error.ts';
import { createVoting, withVote, type Vote } from './voting.ts';

const ShareSheet = lazySheet(async () => (await import('../sharing/share-sheet.tsx')).ShareSheet);

interface StoryActionsProps {
  readonly story: StorySummary;
  /** The button that toggles the comments. */
  readonly comments: ReactNode;
}

export function StoryActions({ story, comments }: StoryActionsProps) {
  const [isSharing, setSharing] = useState(false);
  return (
    <div className="-mx-1.5 flex items-center justify-between text-muted">
      <div className="flex min-w-0 flex-wrap gap-0.5">
        <VoteButtons story={story} />
        {comments}
      </div>
      <div className="flex">
        {/* The link of a private or hidden story would show nothing to others. */}
        {story.published && !story.hidden && (
          <IconButton label={storiesText.share} icon={<Share2 />} onClick={() => setSharing(true)} />
        )}
        {!story.viewer.canEdit && <ReportButton storyId={story.id} />}
      </div>
      {isSharing && <ShareSheet story={story} onClose={() => setSharing(false)} />}
    </div>
  );
}

// Drawn 36 px high, with a touch target of 44 px.
const shape =
  'relative flex min-h-9 min-w-11 items-center justify-center gap-1.5 rounded-pill px-2 text-[0.84375rem] font-semibold whitespace-nowrap transition-colors before:absolute before:inset-x-0 before:-inset-y-1 hover:bg-sunken aria-pressed:bg-voice-soft aria-pressed:text-voice-strong [&_svg]:size-4.5';

/** The vote count, which is also the button to vote; the downvote button depends on a flag. */
function VoteButtons({ story }: { readonly story: StorySummary }) {
  const { flags } = useSettings();
  const { votes, toggle } = useVote(story);
  // Animates when the vote is cast, which for a visitor happens after the sign-in.
  const [shownVote, setShownVote] = useState(votes.vote);
  const [isPopping, setPopping] = useState(false);
  if (shownVote !== votes.vote) {
    setShownVote(votes.vote);
    setPopping(votes.vote === 'up');
  }
  const total = formatVotes(votes.upvotes + (flags.showDownvotes ? votes.downvotes : 0));
  return (
    <>
      <button
        type="button"
        aria-pressed={votes.vote === 'up'}
        aria-label={storiesText.voteUp(total)}
        className={shape}
        onClick={() => toggle('up')}
      >
        <ArrowBigUp
          aria-hidden="true"
          className={isPopping ? 'animate-pop' : ''}
          onAnimationEnd={() => setPopping(false)}
        />
        {total}
      </button>
      {flags.showDownvotes && (
        <button
          type="button"
          aria-pressed={votes.vote === 'down'}
          aria-label={storiesText.voteDown}
          title={storiesText.voteDown}
          className={shape}
          onClick={() => toggle('down')}
        >
          <ArrowBigDown aria-hidden="true" />
        </button>
      )}
    </>
  );
}

const voting = createVoting();
onTabForgotten(voting.forget);

/** The votes of a story, including the viewer's pending vote, and the function to vote. */
function useVote(story: StorySummary) {
  const { id, upvotes, downvotes, viewer } = story;
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const requireSession = useRequireSession();
  const wish = useSyncExternalStore(voting.subscribe, () => voting.getWish(id));

  const known: StoryVotes = { upvotes, downvotes, vote: viewer.vote };
  const votes = wish === undefined ? known : withVote(known, wish);

  const cast = (next: Vote): void =>
    void voting.cast(id, next, {
      send: (storyId, direction) => utils.client.stories.vote.mutate({ id: storyId, direction }),
      onCounted: (storyId, { vote, ...counters }) => {
        patchStory(queryClient, storyId, (story) => ({ ...counters, viewer: { ...story.viewer, vote } }));
        void refetchStoriesInFlight(queryClient);
      },
      onFailed: (error, _storyId, missed) => {
        if (getErrorCode(error) !== 'UNAUTHENTICATED') {
          showStoryError(storiesText.errors.vote);
          // The answer may be lost, and the vote counted.
          if (isTransientError(error)) void utils.stories.invalidate();
          return;
        }
        // The session ended elsewhere: the vote is cast after signing in again.
        void utils.account.session.invalidate();
        openAuthSheet({ purpose: 'vote', story, onSignedIn: () => cast(missed) });
      },
    });

  return {
    votes,
    /** Casts the vote, or removes an equal one. A visitor signs in first, and the vote follows. */
    toggle: (direction: NonNullable<Vote>): void => {
      const next = votes.vote === direction ? null : direction;
      requireSession(() => cast(next), { purpose: 'vote', story });
    },
  };
}
