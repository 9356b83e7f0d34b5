import { limits } from '@relato/contract/limits';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { LoadFailure } from '../../lib/paging/load-failure.tsx';
import { NotFoundState } from '../../lib/layout/not-found-state.tsx';
import { storiesText } from '../../messages/stories.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { FirstVisitLine } from './first-visit-line.tsx';
import { MoreStories } from './more-stories.tsx';
import { StoryCard } from './story-card.tsx';
import { StorySkeletons } from './story-skeleton.tsx';

/** One story, whole. */
export function StoryScreen({ storyId }: { readonly storyId: string }) {
  const story = trpc.stories.byId.useQuery(
    { id: storyId },
    {
      refetchInterval: ({ state }) =>
        state.data?.transcriptStatus === 'pending' ? limits.refresh.transcriptionMs : limits.refresh.feedMs,
    },
  );
  if (story.isPending) return <StorySkeletons label={storiesText.loadingOne} count={1} />;
  // An answer that says no outweighs what was loaded before: the story may have been made private.
  if (isGone(story.error)) return <NotFoundState {...storiesText.gone} />;
  if (story.data === undefined) {
    return (
      <LoadFailure
        title={storiesText.errors.loadOne}
        isRetrying={story.isFetching}
        onRetry={() => void story.refetch()}
      />
    );
  }
  return (
    <>
      <FirstVisitLine />
      <StoryCard story={story.data} mode="single" />
      <MoreStories story={story.data} />
    </>
  );
}

/** Not there, not for this viewer, or an address that never was a story's: to the viewer it is all the same. */
function isGone(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === 'STORY_NOT_FOUND' || code === 'NOT_FOUND' || code === 'INVALID_INPUT';
}
