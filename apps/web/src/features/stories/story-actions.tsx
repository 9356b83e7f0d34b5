import type { StorySummary } from '@relato/contract/stories/types';
import { ArrowBigDown, ArrowBigUp, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSettings } from '../../lib/settings/use-settings.ts';
import { formatVotes } from '../../messages/format.ts';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ReportButton } from '../reports/public.ts';
import { shareStory } from './share-story.ts';
import { useVote } from './use-vote.ts';

interface StoryActionsProps {
  readonly story: StorySummary;
  /** The button that shows and hides the comments. */
  readonly comments: ReactNode;
}

/** How a story was received, and passing it on. */
export function StoryActions({ story, comments }: StoryActionsProps) {
  return (
    <div className="-mx-1.5 flex items-center justify-between text-muted">
      <div className="flex min-w-0 flex-wrap gap-0.5">
        <VoteButtons story={story} />
        {comments}
      </div>
      <div className="flex">
        {/* The link of a private or hidden story would lead everybody else to nothing. */}
        {story.published && !story.hidden && (
          <IconButton label={storiesText.share} icon={<Share2 />} onClick={() => void shareStory(story)} />
        )}
        {!story.viewer.canEdit && <ReportButton storyId={story.id} />}
      </div>
    </div>
  );
}

// Drawn 36 px high, touched at 44.
const shape =
  'relative flex min-h-9 min-w-11 items-center justify-center gap-1.5 rounded-pill px-2 text-[0.84375rem] font-semibold whitespace-nowrap transition-colors before:absolute before:inset-x-0 before:-inset-y-1 hover:bg-sunken aria-pressed:bg-voice-soft aria-pressed:text-voice-strong [&_svg]:size-4.5';

/** The count of votes, which is the button to give one; the vote against it hides behind a flag. */
function VoteButtons({ story }: { readonly story: StorySummary }) {
  const { flags } = useSettings();
  const { votes, toggle } = useVote(story);
  // Pops when the vote is there, which for a visitor is not when it is pressed.
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
