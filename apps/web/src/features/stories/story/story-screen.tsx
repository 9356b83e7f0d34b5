import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import { toStoryTitle } from '@relato/contract/text/page-titles';
import type { Story } from '@relato/contract/stories/types';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { NotFoundState } from '../../../lib/layout/not-found-state.tsx';
import { usePageTitle } from '../../../lib/layout/use-page-title.ts';
import { LoadFailure } from '../../../lib/paging/load-failure.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { storiesText } from '../../../messages/stories.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { usePreloadComments } from '../../comments/public.ts';
import { player, useStoryTrack } from '../../player/public.ts';
import { MoreStories } from './more-stories.tsx';
import { StoryCard } from './story-card.tsx';
import { StorySkeletons } from '../story-skeleton.tsx';
import { toTranscriptRefreshMs } from '../transcript-refresh.ts';

interface StoryScreenProps {
  readonly storyId: string;
  /** Plays the story from here on when it opens. */
  readonly fromSeconds: number | null;
}

/** The screen of one story. */
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

function isKnown(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Without a storage it would come back with every story.
    return true;
  }
}

/** Introduces Relato to visitors who arrive by a link, until they have dismissed it once. */
function FirstVisitLine() {
  const session = useSession();
  const [isOver, setIsOver] = useState(isKnown);
  if (isOver || session.status !== 'signed-out') return null;
  const dismiss = () => {
    setIsOver(true);
    try {
      localStorage.setItem(key, 'yes');
    } catch {
      // With a full storage the visitor sees it again.
    }
  };
  return (
    <p className="mb-3.5 flex items-center gap-2 rounded-field bg-sunken py-1 pl-4 font-[560]">
      <span className="min-w-0 flex-1 py-1.5">{storiesText.firstVisit}</span>
      <IconButton label={storiesText.dismiss} icon={<X />} onClick={dismiss} />
    </p>
  );
}
