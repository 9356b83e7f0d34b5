import type { StoryReason, StorySummary } from '@relato/contract/stories/types';
import { toReasonText } from '../../../messages/stories/for-me.ts';
import { toAuthorName } from '../../../messages/stories.ts';

interface ReasonProps {
  readonly story: StorySummary;
  readonly reason: StoryReason;
}

/** Says in one line why 'Para ti' has a story. */
export function Reason({ story, reason }: ReasonProps) {
  return (
    <p dir="auto" className="mb-2 h-5 truncate text-sm text-muted">
      {toReasonText(reason, toAuthorName(story.author))}
    </p>
  );
}
