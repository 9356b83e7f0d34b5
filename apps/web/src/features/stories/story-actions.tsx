import type { StorySummary } from '@relato/contract/stories/types';
import { Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { storiesText } from '../../messages/stories.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ReportButton } from '../reports/public.ts';
import { shareStory } from './share-story.ts';
import { VoteButtons } from './vote-buttons.tsx';

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
