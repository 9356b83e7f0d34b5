import type { Story } from '@relato/contract/stories';
import { moderationText } from '../../messages/moderation.ts';
import { trpc } from '../../trpc.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TrackPlayer } from '../player/track-player.tsx';
import { StoryTranscript } from '../stories/story-transcript.tsx';
import { useStoryTrack } from '../stories/use-story-track.ts';
import { CaseComments } from './case-comments.tsx';

const text = moderationText.reports;

/** What there is to listen to and to read before one decides. */
export function CaseStory({ storyId, isPrivate }: { readonly storyId: string; readonly isPrivate: boolean }) {
  const story = trpc.stories.byId.useQuery({ id: storyId });
  if (story.isPending) return <Skeleton className="mt-3 h-24 rounded-card!" />;
  if (story.data === undefined)
    return <p className="mt-3 text-muted">{isPrivate ? text.privateHint : text.storyFailed}</p>;
  return <LoadedStory story={story.data} />;
}

function LoadedStory({ story }: { readonly story: Story }) {
  const track = useStoryTrack(story);
  return (
    <div className="mt-3">
      <div className="mb-2.5">
        <TrackPlayer track={track} peaks={story.peaks} />
      </div>
      <StoryTranscript story={story} track={track} isOpen onOpen={() => {}} />
      <CaseComments storyId={story.id} />
    </div>
  );
}
