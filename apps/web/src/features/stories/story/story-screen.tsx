import { limits } from '@relato/contract/limits';
import type { StorySummary, Story } from '@relato/contract/stories/types';
import { toStoryTitle } from '@relato/contract/text/page-titles';
import { X, Mic } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { skipToken } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { NotFoundState } from '../../../lib/layout/not-found-state.tsx';
import { usePageTitle } from '../../../lib/layout/use-page-title.ts';
import { LoadFailure } from '../../../lib/paging/load-failure.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { storiesText, toAuthorName } from '../../../messages/stories.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { usePreloadComments } from '../../comments/public.ts';
import { useMutedWords } from '../../blocks/public.ts';
import { player, useListedTracks, useStoryTrack, PlayButton, TimeReadout } from '../../player/public.ts';
import { StoryCard } from './story-card.tsx';
import { UnlessMuted } from '../list/unless-muted.tsx';
import { StorySkeletons } from '../story-skeleton.tsx';
import { toTranscriptRefreshMs } from '../transcript-refresh.ts';
import { toStory } from '../../../lib/layout/to-story.ts';
import { useStartRecording } from '../../../lib/session/use-require-session.ts';
import { shellText } from '../../../messages/shell.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { readLocal, storeLocal } from '../../../lib/local-storage.ts';

interface StoryScreenProps {
  readonly storyId: string;
  /** Plays the story from here on when it opens. */
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
  // Of a visitor who is new here: the line above the story must not push it down later.
  const isSomeoneUnknown = session.status === 'loading' && !isKnown();
  if (story.isPending || isSomeoneUnknown) return <StorySkeletons label={storiesText.loadingOne} count={1} />;
  // A refusal outweighs cached data: the story may have been made private.
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
      {fromSeconds !== null && (
        <Start key={`${storyId} ${fromSeconds}`} story={story.data} fromSeconds={fromSeconds} />
      )}
      <StoryCard story={story.data} mode="single" />
      <MoreStories story={story.data} />
    </>
  );
}

const isPublic = ({ published, hidden }: Story): boolean => published && hidden === null;

/**
 * Plays the story of a link that opened the app. A tap on a moment of a search has begun already, and on the way back
 * through the history another story may be heard, which goes on.
 */
function Start({ story, fromSeconds }: { readonly story: StorySummary; readonly fromSeconds: number }) {
  const track = useStoryTrack(story);
  const start = useEffectEvent(() => {
    if (player.getState().playback.kind === 'idle') player.playFrom(track, fromSeconds);
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

/** Without a storage it would come back with every story. */
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
      <span className="min-w-0 flex-1 py-1.5">{storiesText.firstVisit}</span>
      <IconButton label={storiesText.dismiss} icon={<X />} onClick={dismiss} />
    </p>
  );
}

const shown = 3;
const aheadClass = 'touch text-sm font-[650] text-voice-strong';

/** Suggestions after a story: more of its author, then similar ones of others, then recording an own one. */
function MoreStories({ story }: { readonly story: StorySummary }) {
  const { author } = story;
  const others = trpc.stories.similar.useQuery({ id: story.id });
  const ofAuthor = trpc.stories.byUser.useQuery(
    author?.username ? { userId: author.id, limit: shown + 1 } : skipToken,
  );
  const listed = useMemo(
    () => [story, ...(ofAuthor.data?.items ?? []), ...(others.data ?? [])],
    [story, ofAuthor.data, others.data],
  );
  const mutedWords = useMutedWords();
  useListedTracks(listed, mutedWords);
  // They come together, because each pushes down what is below it.
  if (others.isLoading || ofAuthor.isLoading) return null;
  return (
    <>
      {author?.username && (
        <Rows
          title={storiesText.moreOf(storiesText.author(author.username))}
          ahead={
            <Link to="/u/$username" params={{ username: author.username }} className={aheadClass}>
              {storiesText.seeProfile}
            </Link>
          }
          stories={ofAuthor.data?.items.filter(({ id }) => id !== story.id)}
          mutedWords={mutedWords}
        />
      )}
      <Rows
        title={storiesText.others}
        ahead={
          <Link to="/search" className={aheadClass}>
            {shellText.community}
          </Link>
        }
        stories={others.data}
        mutedWords={mutedWords}
      />
      <YourTurn />
    </>
  );
}

interface RowsProps {
  readonly title: string;
  readonly ahead: ReactNode;
  /** Undefined after an error, because the story above does not need them. */
  readonly stories: readonly StorySummary[] | undefined;
  readonly mutedWords: readonly string[];
}

function Rows({ title, ahead, stories, mutedWords }: RowsProps) {
  if (!stories || stories.length === 0) return null;
  return (
    <section aria-label={title} className="mt-5.5">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="min-w-0 text-title wrap-anywhere">{title}</h2>
        {ahead}
      </div>
      <ul className="rounded-card border border-line/60 bg-surface px-3.5 py-1.5 shadow-card">
        {stories.slice(0, shown).map((story) => (
          <li key={story.id} tabIndex={-1} className="border-line/60 py-2 not-last:border-b">
            <UnlessMuted story={story} words={mutedWords}>
              <StoryRow story={story} />
            </UnlessMuted>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StoryRow({ story }: { readonly story: StorySummary }) {
  const track = useStoryTrack(story);
  return (
    <div className="flex items-center gap-3">
      <PlayButton track={track} className="size-11" />
      <div className="min-w-0 flex-1">
        <Link to="." search={toStory(story.id)} preload={false} dir="auto" className="touch block font-[650]">
          <span className="line-clamp-2">{story.title}</span>
        </Link>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted">
          <span className="truncate">{toAuthorName(story.author)}</span>
          <TimeReadout track={track} />
        </p>
      </div>
    </div>
  );
}

function YourTurn() {
  const startRecording = useStartRecording();
  return (
    <div className="mt-5.5 flex flex-wrap items-center justify-between gap-2.5 rounded-card bg-sunken px-4 py-3.5">
      <h2 className="text-lg">{storiesText.yourTurn}</h2>
      <Button size="small" onClick={startRecording}>
        <Mic aria-hidden="true" />
        {shellText.record}
      </Button>
    </div>
  );
}
