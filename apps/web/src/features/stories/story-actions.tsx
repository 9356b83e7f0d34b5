import type { StorySummary } from '@relato/contract/stories';
import { ArrowBigUp, MessageCircle, Share2 } from 'lucide-react';
import { useSettings } from '../../app/use-settings.ts';
import { commentsText } from '../../messages/comments.ts';
import { formatVotes } from '../../messages/format.ts';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { shareStory } from './share-story.ts';

const counter =
  'flex items-center gap-1.5 rounded-pill p-2 text-[0.84375rem] font-semibold whitespace-nowrap [&_svg]:size-4.5';

/** How a story was received, and passing it on. */
export function StoryActions({ story }: { readonly story: StorySummary }) {
  const { flags } = useSettings();
  const votes = story.upvotes + (flags.showDownvotes ? story.downvotes : 0);
  const look = story.viewer.vote === 'up' ? 'bg-voice-soft text-voice-strong' : 'text-muted';
  return (
    <div className="-mx-1.5 flex items-center justify-between text-muted">
      <div className="flex min-w-0 flex-wrap gap-0.5">
        <span className={`${counter} ${look}`}>
          <ArrowBigUp aria-hidden="true" />
          {formatVotes(votes)}
        </span>
        <span className={counter}>
          <MessageCircle aria-hidden="true" />
          {commentsText.count(story.comments)}
        </span>
      </div>
      {/* The link of a private story would lead everybody else to nothing. */}
      {story.published && (
        <IconButton label={storiesText.share} icon={<Share2 />} onClick={() => void shareStory(story)} />
      )}
    </div>
  );
}
