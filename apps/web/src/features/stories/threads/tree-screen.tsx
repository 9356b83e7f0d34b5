import type { StorySummary } from '@relato/contract/stories/types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { BackHeader } from '../../../lib/layout/back-header.tsx';
import { NotFoundState } from '../../../lib/layout/not-found-state.tsx';
import { Screen } from '../../../lib/layout/screen.tsx';
import { toStory } from '../../../lib/layout/to-story.ts';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import { LoadFailure } from '../../../lib/paging/load-failure.tsx';
import { Paged } from '../../../lib/paging/paged.tsx';
import { RowSkeletons } from '../../../lib/paging/row-skeletons.tsx';
import { blocksText } from '../../../messages/account/blocks.ts';
import { storiesText, toAuthorName } from '../../../messages/stories.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import { UnlessMuted } from '../list/unless-muted.tsx';
import { useMutedWords, useShownTitle } from '../../blocks/public.ts';

const text = threadsText.treeScreen;

/** The stories that led to this one, the first one on top, and its follow-ups. */
export const TreeScreen = ({ id }: { readonly id: string }) => (
  <Screen label={text.title} header={<BackHeader title={text.title} />}>
    <Tree id={id} />
  </Screen>
);

function Tree({ id }: { readonly id: string }) {
  const story = trpc.stories.byId.useQuery({ id });
  const ancestors = trpc.stories.ancestors.useQuery({ id });
  const grown = trpc.stories.grown.useInfiniteQuery({ id }, byCursor);
  const mutedWords = useMutedWords();
  const failed = story.error ?? ancestors.error;
  if (failed && ['STORY_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT'].includes(getErrorCode(failed) ?? ''))
    return <NotFoundState {...storiesText.gone} />;
  if (failed && !(story.data && ancestors.data))
    return (
      <LoadFailure
        title={text.failed}
        isRetrying={story.isFetching || ancestors.isFetching}
        onRetry={() => void Promise.all([story.refetch(), ancestors.refetch()])}
      />
    );
  if (!story.data || !ancestors.data || mutedWords === null) return <RowSkeletons label={text.loading} />;
  const { data } = story;
  const isCut = ancestors.data.length === 0 && data.origin?.kind === 'grown';
  return (
    <>
      <Part title={text.before}>
        {isCut && <p className="text-muted">{threadsText.gone.grown}</p>}
        {!isCut && ancestors.data.length === 0 && <p className="text-muted">{text.root}</p>}
        <ol className={listClass}>
          {ancestors.data.toReversed().map((line) => (
            <li key={line.id}>
              <Line story={line} />
            </li>
          ))}
        </ol>
      </Part>
      <Part title={text.story}>
        <div className="rounded-card border border-line/60 bg-voice-soft px-3.5 py-3">
          <p dir="auto" className="font-[650] wrap-anywhere">
            {data.title}
          </p>
          <p className="text-sm text-muted">{toAuthorName(data.author)}</p>
          <Link
            to="."
            search={toStory(data.id)}
            preload={false}
            className="touch mt-1 inline-block text-sm font-[650] text-voice-strong"
          >
            {text.listen}
          </Link>
        </div>
      </Part>
      <Part title={text.after}>
        <Paged
          query={grown}
          skeleton={<RowSkeletons label={text.loading} />}
          failureTitle={text.failed}
          empty={<p className="text-muted">{text.none}</p>}
        >
          {(stories) => (
            <ul className={listClass}>
              {stories.map((child) => (
                <li key={child.id} tabIndex={-1}>
                  <UnlessMuted story={child} words={mutedWords}>
                    <Line story={child} />
                  </UnlessMuted>
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </Part>
    </>
  );
}

const listClass =
  'divide-y divide-line/60 rounded-card border border-line/60 bg-surface px-3.5 py-1 shadow-card empty:hidden';

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className="mb-5.5">
    <h2 className="mb-2.5 text-title">{title}</h2>
    {children}
  </section>
);

/** Links to the tree of another story. */
function Line({ story }: { readonly story: Pick<StorySummary, 'id' | 'title' | 'author'> }) {
  const title = useShownTitle(story);
  return (
    <Link to="/arbol/$id" params={{ id: story.id }} preload={false} className="block min-h-14 py-2">
      <bdi className="line-clamp-2 font-[650] wrap-anywhere">{title ?? blocksText.words.foldedTitle}</bdi>
      <span className="block text-sm text-muted">{toAuthorName(story.author)}</span>
    </Link>
  );
}
