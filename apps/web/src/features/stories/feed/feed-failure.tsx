import { RefreshCw, Play } from 'lucide-react';
import { useState } from 'react';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';
import { LoadFailure } from '../../../lib/paging/load-failure.tsx';
import { useOnline } from '../../../lib/online.ts';
import { heardText } from '../../../messages/stories/heard.ts';
import { pagingText } from '../../../messages/paging.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { readRememberedSession } from '../../../lib/session/remembered-session.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { formatDuration } from '../../../messages/format.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { MiniWaveform, OpenedPlayButton, player, type Track } from '../../player/public.ts';
import type { HeardStory } from '../heard/heard-store.ts';
import { openHeard, useHeardStories, useRemoveHeard } from '../heard/use-heard-stories.ts';

export interface FeedFailureProps {
  readonly title: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Replaces a feed that cannot be loaded: offers the stories of this browser, and says what happens with recordings. */
export function FeedFailure({ title, isRetrying, onRetry }: FeedFailureProps) {
  const isOnline = useOnline();
  return (
    <>
      <HeardStories />
      {isOnline ? (
        <LoadFailure title={title} isRetrying={isRetrying} onRetry={onRetry} />
      ) : (
        <EmptyState
          title={heardText.waiting.title}
          text={heardText.waiting.text}
          action={
            <Button
              ref={keepFocus}
              variant="secondary"
              className="w-auto! px-6"
              busy={isRetrying}
              onClick={onRetry}
            >
              <RefreshCw aria-hidden="true" />
              {pagingText.retry}
            </Button>
          }
        />
      )}
    </>
  );
}

const headingId = 'heard';

/** The heard stories that can be played without a network. Renders nothing if there are none. */
function HeardStories() {
  const session = useSession();
  // Without an answer about the session, the last user counts, as on a start without a network.
  const unanswered = session.status === 'signed-out' && session.unanswered;
  const user = session.status === 'signed-in' ? session.user : unanswered && readRememberedSession()?.user;
  const stories = useHeardStories(user ? user.id : null);
  if (stories.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-3 mb-5">
      <h2 id={headingId} tabIndex={-1} className="text-title">
        {heardText.title}
      </h2>
      <p className="mt-[3px] mb-2.5 text-sm text-muted">{heardText.text}</p>
      <ul className="rounded-card border border-line/60 bg-surface px-3.5 py-2 shadow-card">
        {stories.map((story) => (
          <HeardRow key={story.id} story={story} isLast={stories.length === 1} />
        ))}
      </ul>
    </section>
  );
}

function HeardRow({ story, isLast }: { readonly story: HeardStory; readonly isLast: boolean }) {
  const { title, artist, durationMs, peaks } = story;
  return (
    <li className="flex items-center gap-3 border-line/60 py-2 not-last:border-b">
      <PlayHeard story={story} isLast={isLast} />
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="truncate text-[1.03rem]">
          {title}
        </h3>
        <p className="flex items-center gap-2">
          <span className="flex min-w-0 text-sm text-muted">
            <span className="truncate">{artist}</span>
            {/* A long name must not hide the duration. */}
            <span className="num shrink-0 whitespace-pre"> · {formatDuration(durationMs)}</span>
          </span>
          <MiniWaveform peaks={peaks} />
        </p>
      </div>
    </li>
  );
}

function PlayHeard({ story, isLast }: { readonly story: HeardStory; readonly isLast: boolean }) {
  const [track, setTrack] = useState<Track | null>(null);
  const removeHeard = useRemoveHeard();
  const open = async () => {
    const src = await openHeard(story).catch((error: unknown) => {
      console.warn('The sound was not read', error);
      return undefined;
    });
    if (src === undefined) {
      showToast({ ...heardText.unreadable, tone: 'destructive' });
      return;
    }
    if (src === null) {
      showToast({ ...heardText.gone, tone: 'destructive' });
      // Focuses before the row disappears with its button, and the heading with the last row.
      document.getElementById(isLast ? 'content' : headingId)?.focus({ preventScroll: true });
      await removeHeard(story.id);
      return;
    }
    const { id, title, artist, durationMs, gainDb } = story;
    const opened = { id, src, durationSeconds: durationMs / 1000, title, artist, gainDb };
    setTrack(opened);
    player.play(opened);
  };
  if (track) return <OpenedPlayButton track={track} />;
  return (
    <IconButton
      label={heardText.play(story.title)}
      icon={<Play />}
      className="shrink-0 bg-voice-soft text-voice-strong"
      onClick={() => void open()}
    />
  );
}
