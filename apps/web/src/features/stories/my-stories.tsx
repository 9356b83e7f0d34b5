import { limits } from '@relato/contract/limits';
import { Mic } from 'lucide-react';
import { useStartRecording } from '../../app/shell/use-start-recording.ts';
import { shellText } from '../../messages/shell.ts';
import { storiesText } from '../../messages/stories.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StoryPages } from './story-pages.tsx';
import { toStories } from './to-stories.ts';

/** The viewer's own stories, with what an owner can do with each. */
export function MyStories() {
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
  return (
    <StoryPages
      label={storiesText.mine}
      query={mine}
      failureTitle={storiesText.errors.loadMine}
      empty={<NoStories />}
      mode="own"
    />
  );
}

function NoStories() {
  const startRecording = useStartRecording();
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
