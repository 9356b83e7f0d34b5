import { trpc } from '../../../lib/calls/trpc.ts';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import { storiesText } from '../../../messages/stories.ts';
import { RecordInvitation } from '../record-invitation.tsx';
import { OwnStoryActions } from './own-story-actions.tsx';
import { StoryPages } from '../list/story-pages.tsx';
import { toTranscriptRefreshMs } from '../transcript-refresh.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';

export function MyStories() {
  const mine = trpc.stories.mine.useInfiniteQuery(
    {},
    {
      ...byCursor,
      refetchInterval: ({ state }) => toTranscriptRefreshMs(mergePages(state.data?.pages)) ?? false,
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
