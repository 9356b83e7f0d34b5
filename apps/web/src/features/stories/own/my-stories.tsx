import { limits } from '@relato/contract/limits';
import { trpc } from '../../../lib/calls/trpc.ts';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import { storiesText } from '../../../messages/stories.ts';
import { RecordInvitation } from '../record-invitation.tsx';
import { OwnStoryActions } from './own-story-actions.tsx';
import { StoryPages } from '../list/story-pages.tsx';

/** The viewer's own stories, with the actions of an owner. */
export function MyStories() {
  const mine = trpc.stories.mine.useInfiniteQuery(
    {},
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: ({ state }) =>
        mergePages(state.data?.pages).some(({ transcriptStatus }) => transcriptStatus === 'pending')
          ? limits.transcription.refreshMs
          : false,
    },
  );
  return (
    <StoryPages
      label={storiesText.mine}
      query={mine}
      failureTitle={storiesText.errors.loadMine}
      empty={<RecordInvitation {...storiesText.empty.own} />}
      mode="own"
      Actions={OwnStoryActions}
    />
  );
}
