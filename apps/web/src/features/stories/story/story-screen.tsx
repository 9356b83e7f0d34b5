import { limits } from '@relato/contract/limits';
import type { StorySummary, Story } from '@relato/contract/stories/types';
import { toStoryTitle } from '@relato/contract/text/page-titles';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { skipToken } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { idle } from '../../../lib/after-paint.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { NotFoundState } from '../../../lib/layout/not-found-state.tsx';
import { toStarted } from '../../../lib/layout/to-story.ts';
import { usePageTitle } from '../../../lib/layout/use-page-title.ts';
import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';
import { byCursor } from '../../../lib/paging/by-cursor.ts';
import { QueryFailure } from '../../../lib/paging/load-failure.tsx';
import { mergePages } from '../../../lib/paging/merge-pages.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { storyScreenText } from '../../../messages/shell/story-screen.ts';
import { storiesText } from '../../../messages/stories.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { usePreloadComments } from '../../comments/public.ts';
import { useMutedWords } from '../../blocks/public.ts';
import { getKind, player, useListedTracks, useStoryTrack, wantsToPlay } from '../../player/public.ts';
import { StoryCard } from './story-card.tsx';
import { StorySkeletons } from '../story-skeleton.tsx';
import { toTranscriptRefreshMs } from '../transcript-refresh.ts';
import { readLocal, storeLocal } from '../../../lib/local-storage.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

// Stands below the first screen, so it loads when the browser is idle.
const AfterStory = lazyOptional(async () => {
  await idle();
  return (await import('./after-story.tsx')).AfterStory;
});
/** The limit of each list of other stories. */
const shownAfterStory = 3;

interface StoryScreenProps {
  readonly storyId: string;
  /** The second at which the story starts to play when it opens. */
  readonly fromSeconds: number | null;
}

export function StoryScreen({ storyId, fromSeconds }: StoryScreenProps) {
  usePreloadComments(storyId);
  const story = trpc.stories.byId.useQuery(
    { id: storyId },
    {
      refetchInterval: ({ state }) =>
        toTranscriptRefreshMs(state.data ? [state.data] : []) ?? limits.refresh.intervalMs,
    },
  );
  usePageTitle(story.data && isPublic(story.data) && !isGone(story.error) ? toStoryTitle(story.data) : null);
  const session = useSession();
  // A first visit adds a line above the story, which must not push it down later.
  const isSomeoneUnknown = session.status === 'loading' && !isKnown();
  if (story.isPending || isSomeoneUnknown) return <StorySkeletons label={storiesText.loadingOne} count={1} />;
  // A refusal outweighs cached data: the story may have been made private.
  if (isGone(story.error)) return <NotFoundState {...storiesText.gone} />;
  if (story.data === undefined) return <QueryFailure title={storyScreenText.loadFailed} query={story} />;
  return (
    <div ref={keepFocus} className="flex flex-1 flex-col">
      <FirstVisitLine />
      {fromSeconds !== null && (
        <Start key={`${storyId} ${fromSeconds}`} story={story.data} fromSeconds={fromSeconds} />
      )}
      <StoryCard story={story.data} mode="single" />
      <MoreStories story={story.data} />
    </div>
  );
}

const isPublic = ({ published, hidden }: Story): boolean => published && hidden === null;

/**
 * Plays the story of a link from its second, once: a reload, or a step back in the history, then continues where the user
 * stopped. The tap on a search result has started it already.
 */
function Start({ story, fromSeconds }: { readonly story: StorySummary; readonly fromSeconds: number }) {
  const track = useStoryTrack(story);
  const navigate = useNavigate();
  const start = useEffectEvent(() => {
    if (!wantsToPlay(getKind(player.getState(), track.id))) player.playFrom(track, fromSeconds);
    void navigate({ to: '.', search: toStarted(story.id), replace: true, resetScroll: false });
  });
  useEffect(() => start(), []);
  return null;
}

/** A missing story, a private one and an invalid address look the same to the viewer. */
function isGone(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === 'STORY_NOT_FOUND' || code === 'NOT_FOUND' || code === 'INVALID_INPUT';
}

const key = 'relato.knows-relato';

/** Without a storage the line shows with every story. */
const isKnown = (): boolean => readLocal(key) !== null;

/** Introduces Relato to visitors who arrive by a link, until they have dismissed it once. */
function FirstVisitLine() {
  const session = useSession();
  const [isOver, setIsOver] = useState(isKnown);
  if (isOver || session.status !== 'signed-out') return null;
  const dismiss = () => {
    setIsOver(true);
    storeLocal(key, 'yes');
  };
  return (
    <p className="mb-3.5 flex items-center gap-2 rounded-field bg-sunken py-1 pl-4 font-[560]">
      <span className="min-w-0 flex-1 py-1.5">{storyScreenText.firstVisit}</span>
      <IconButton ref={keepFocus} label={storiesText.dismiss} icon={<X />} onClick={dismiss} />
    </p>
  );
}

function MoreStories({ story }: { readonly story: Story }) {
  const { author } = story;
  const replies = trpc.stories.replies.useInfiniteQuery({ id: story.id }, byCursor);
  const grown = trpc.stories.grown.useInfiniteQuery({ id: story.id }, byCursor);
  const others = trpc.stories.similar.useQuery({ id: story.id });
  const ofAuthor = trpc.stories.byUser.useQuery(
    author?.username ? { userId: author.id, limit: shownAfterStory + 1 } : skipToken,
  );
  const listed = useMemo(
    () => [
      story,
      ...mergePages(replies.data?.pages),
      ...(ofAuthor.data?.items ?? []),
      ...(others.data ?? []),
    ],
    [story, replies.data, ofAuthor.data, others.data],
  );
  const mutedWords = useMutedWords();
  useListedTracks(listed, mutedWords);
  // The lists appear together, because each one pushes down those below it.
  if (
    mutedWords === null ||
    [others, ofAuthor, replies, grown].some((query) => query.isLoading && !query.isFetched)
  )
    return null;
  return (
    <AfterStory
      story={story}
      replies={isPublic(story) ? replies : null}
      grown={grown}
      ofAuthor={ofAuthor.data?.items.filter(({ id }) => id !== story.id)}
      others={others.data}
    />
  );
}
