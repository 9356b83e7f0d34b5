import type { StorySummary } from '@relato/contract/stories';
import { MessageCircle, Share2 } from 'lucide-react';
import { commentsText } from '../../messages/comments.ts';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import { shareStory } from './share-story.ts';
import { VoteButtons } from './vote-buttons.tsx';

const counter =
  'flex items-center gap-1.5 rounded-pill p-2 text-[0.84375rem] font-semibold whitespace-nowrap [&_svg]:size-4.5';

/** How a story was received, and passing it on. */
export function StoryActions({ story }: { readonly story: StorySummary }) {
  return (
    <div className="-mx-1.5 flex items-center justify-between text-muted">
      <div className="flex min-w-0 flex-wrap gap-0.5">
        <VoteButtons story={story} />
        <span className={counter}>
          <MessageCircle aria-hidden="true" />
          {commentsText.count(story.comments)}
        </span>
      </div>
      <div className="flex">
        {/* The link of a private story would lead everybody else to nothing. */}
        {story.published && (
          <IconButton label={storiesText.share} icon={<Share2 />} onClick={() => void shareStory(story)} />
        )}
        {!story.viewer.canEdit && <ReportButton storyId={story.id} />}
      </div>
    </div>
  );
}
