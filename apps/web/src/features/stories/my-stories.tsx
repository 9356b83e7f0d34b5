import { limits } from '@relato/contract/limits';
import { Mic } from 'lucide-react';
import { useStartRecording } from '../../app/shell/use-start-recording.ts';
import { shellText } from '../../messages/shell.ts';
import { storiesText } from '../../messages/stories.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from './load-failure.tsx';
import { LoadMore } from './load-more.tsx';
import { StoryList } from './story-list.tsx';
import { StorySkeletons } from './story-skeleton.tsx';
import { toStories } from './to-stories.ts';

/** The viewer's own stories, with what an owner can do with each. */
export function MyStories() {
  const startRecording = useStartRecording();
  const mine = trpc.stories.mine.useInfiniteQuery(
    {},
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: ({ state }) =>
        toStories(state.data?.pages).some(({ transcriptStatus }) => transcriptStatus === 'pending')
          ? limits.refresh.transcriptionMs
          : false,
    },
  );
  if (mine.isPending) return <StorySkeletons label={storiesText.loading} count={2} />;
  if (mine.data === undefined) {
    return (
      <LoadFailure
        title={storiesText.errors.loadMine}
        isRetrying={mine.isFetching}
        onRetry={() => void mine.refetch()}
      />
    );
  }
  const stories = toStories(mine.data.pages);
  if (stories.length === 0) {
    const { title, text } = storiesText.empty.own;
    return (
      <EmptyState
        title={title}
        text={text}
        action={
          <Button onClick={startRecording}>
            <Mic aria-hidden="true" />
            {shellText.record}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <StoryList label={storiesText.mine} stories={stories} mode="own" />
      {mine.hasNextPage && (
        <LoadMore
          isLoading={mine.isFetchingNextPage}
          hasFailed={mine.isFetchNextPageError}
          onLoad={() => void mine.fetchNextPage()}
        />
      )}
    </>
  );
}
