import type { StorySummary } from '@relato/contract/stories/types';
import type { ReactNode } from 'react';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { Paged, type PagedQuery } from '../../../lib/paging/paged.tsx';
import { storiesText } from '../../../messages/stories.ts';
import { useMutedWords } from '../../blocks/public.ts';
import type { StoryCardActions } from '../story/story-card.tsx';
import { StoryList } from './story-list.tsx';
import { StorySkeletons } from '../story-skeleton.tsx';

interface StoryPagesProps {
  readonly label: string;
  readonly query: PagedQuery<StorySummary>;
  readonly failureTitle: string;
  readonly empty: ReactNode;
  readonly mode?: 'community' | 'own';
  /** The actions under each card. */
  readonly Actions?: StoryCardActions;
}

export function StoryPages({
  label,
  query,
  failureTitle,
  empty,
  mode = 'community',
  Actions,
}: StoryPagesProps) {
  // The words are requested together with the stories. No word folds the user's own.
  const isUnknown = useMutedWords() === null && mode === 'community';
  const skeleton = <StorySkeletons label={storiesText.loading} count={2} />;
  if (isUnknown) return skeleton;
  return (
    <Paged
      query={query}
      skeleton={skeleton}
      failureTitle={failureTitle}
      empty={empty}
      moreLabel={storiesText.loadMore}
    >
      {(stories) => (
        // The last story may leave the list by a press on its card.
        <div ref={keepFocus}>
          <StoryList
            label={label}
            stories={stories}
            mode={mode}
            hasMore={query.hasNextPage}
            onMore={() => {
              if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
            }}
            {...(Actions && { Actions })}
          />
        </div>
      )}
    </Paged>
  );
}
