import { limits } from '@relato/contract/limits';
import type { ReportCase } from '@relato/contract/reports/types';
import type { Story } from '@relato/contract/stories/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { formatDate } from '../../../messages/format.ts';
import { moderationText } from '../../../messages/moderation.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TrackPlayer, useStoryTrack } from '../../player/public.ts';
import { StoryTranscript } from '../../transcription/public.ts';
import { CaseActions } from './case-actions.tsx';
import { CaseComments } from './case-comments.tsx';

const text = moderationText.reports;

/** The audio, transcript, actions and comments of a case. */
export function CaseDetails({ reportCase }: { readonly reportCase: ReportCase }) {
  const { id, published } = reportCase.story;
  const isOpen = published || reportCase.viewer.opensUntil !== null;
  const story = trpc.stories.byId.useQuery({ id }, { enabled: isOpen });
  const hint = toHint(reportCase);
  return (
    <>
      {hint !== null && <p className="mt-3 text-muted">{hint}</p>}
      {story.isLoading && <Skeleton className="mt-3 h-24 rounded-card!" />}
      {story.isLoadingError && <p className="mt-3 text-muted">{text.storyFailed}</p>}
      {story.data && <LoadedStory story={story.data} />}
      {/* The buttons keep their place when the story above them loads. */}
      <CaseActions reportCase={reportCase} className={story.isLoading ? 'invisible' : ''} />
      {story.data && <CaseComments storyId={id} />}
    </>
  );
}

/** Says what the viewer sees of a story that is not public, and for how long. */
function toHint({ story, viewer }: ReportCase): string | null {
  if (story.published) return story.hidden ? text.hiddenHint : null;
  if (viewer.opensUntil === null) return text.privateHint(limits.report.openHours);
  return text.opensUntil(formatDate(viewer.opensUntil));
}

function LoadedStory({ story }: { readonly story: Story }) {
  const track = useStoryTrack(story);
  return (
    <div className="mt-3">
      <div className="mb-2.5">
        <TrackPlayer track={track} peaks={story.peaks} />
      </div>
      <StoryTranscript story={story} track={track} isOpen onOpen={() => {}} />
    </div>
  );
}
