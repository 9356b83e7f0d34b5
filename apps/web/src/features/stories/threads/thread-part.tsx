import type { OriginKind, Story, StorySummary } from '@relato/contract/stories/types';
import { Link } from '@tanstack/react-router';
import { Mic, Network } from 'lucide-react';
import type { ReactNode } from 'react';
import { QueryFailure } from '../../../lib/paging/load-failure.tsx';
import { LoadMore } from '../../../lib/paging/load-more.tsx';
import { loadNextPage } from '../../../lib/paging/load-next-page.ts';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import type { PagedQuery } from '../../../lib/paging/paged.tsx';
import { threadsText as text } from '../../../messages/stories/threads.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useMutedWords } from '../../blocks/public.ts';
import { UnlessMuted } from '../list/unless-muted.tsx';
import { StoryRow } from '../story/story-row.tsx';
import { ReplyState } from './reply-state.tsx';
import { useAnswer } from './use-answer.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

interface ThreadPartProps {
  readonly story: Story;
  readonly replies: PagedQuery<StorySummary>;
  readonly grown: PagedQuery<StorySummary>;
}

/** The replies to a public story, its follow-ups, and the buttons to add one. */
export function ThreadPart({ story, replies, grown }: ThreadPartProps) {
  // After a failure it is unknown whether there are follow-ups.
  const hasGrown = !grown.data || mergePages(grown.data.pages).length > 0;
  const isClosed = story.replies === 'closed';
  return (
    <>
      <Rows
        title={text.replies}
        query={replies}
        empty={<p className="text-muted">{isClosed ? text.closed : text.noReplies}</p>}
        follows={story}
      >
        <div className="mt-3 flex flex-wrap gap-2.5">
          {!isClosed && <Answer story={story} kind="reply" />}
          <Answer story={story} kind="grown" />
        </div>
      </Rows>
      {hasGrown && (
        <Rows title={text.grown} query={grown} follows={story}>
          <Link
            to="/arbol/$id"
            params={{ id: story.id }}
            preload={false}
            className="touch mt-3 inline-block text-sm font-[650] text-voice-strong"
          >
            {text.tree}
          </Link>
        </Rows>
      )}
    </>
  );
}

/** Opens the recorder with the story as its subject. */
function Answer({ story, kind }: { readonly story: Story; readonly kind: OriginKind }) {
  const answer = useAnswer();
  return (
    <Button size="small" variant="secondary" onClick={() => answer(story, kind)}>
      {kind === 'reply' ? <Mic aria-hidden="true" /> : <Network aria-hidden="true" />}
      {kind === 'reply' ? text.reply : text.grow}
    </Button>
  );
}

interface RowsProps {
  readonly title: string;
  readonly query: PagedQuery<StorySummary>;
  readonly empty?: ReactNode;
  /** The story that they answer or follow. */
  readonly follows: Story;
  /** Shown under the list. */
  readonly children: ReactNode;
}

function Rows({ title, query, empty, follows, children }: RowsProps) {
  const mutedWords = useMutedWords();
  const stories = mergePages(query.data?.pages);
  return (
    <section aria-label={title} tabIndex={-1} className="mt-5.5 outline-none">
      <h2 className="mb-2.5 text-title">{title}</h2>
      {query.data ? stories.length === 0 && empty : <QueryFailure title={text.loadFailed} query={query} />}
      <ul className="rounded-card border border-line/60 bg-surface px-3.5 py-1.5 shadow-card empty:hidden">
        {stories.map((story) => (
          <li key={story.id} ref={keepFocus} tabIndex={-1} className="border-line/60 py-2 not-last:border-b">
            <UnlessMuted story={story} words={mutedWords}>
              <StoryRow story={story}>
                <ReplyState
                  reply={story}
                  isTellersOwn={follows.viewer.canEdit}
                  teller={follows.author?.username ?? ''}
                />
              </StoryRow>
            </UnlessMuted>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <LoadMore
          isAutomatic={false}
          isLoading={query.isFetchingNextPage}
          hasFailed={query.isFetchNextPageError}
          onLoad={() => void loadNextPage(query)}
        />
      )}
      {children}
    </section>
  );
}
