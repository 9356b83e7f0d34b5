import type { ReportCase } from '@relato/contract/reports/types';
import type { Story } from '@relato/contract/stories/types';
import { trpc } from '../../../lib/calls/trpc.ts';
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
  const story = trpc.stories.byId.useQuery({ id });
  return (
    <>
      {story.isPending && <Skeleton className="mt-3 h-24 rounded-card!" />}
      {story.isLoadingError && (
        <p className="mt-3 text-muted">{published ? text.storyFailed : text.privateHint}</p>
      )}
      {story.data && <LoadedStory story={story.data} />}
      {/* The buttons keep their place when the story above them loads. */}
      <CaseActions reportCase={reportCase} className={story.isPending ? 'invisible' : ''} />
      {story.data && <CaseComments storyId={id} />}
    </>
  );
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
