import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { toStory } from '../../../lib/layout/to-story.ts';
import { playerText } from '../../../messages/player.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { player } from '../app-player.ts';
import { PlayButton } from './play-button.tsx';
import { isStoryTrack, type Track } from '../player-state.ts';
import { QueueButton } from '../queue/queue-button.tsx';
import { SkipButton } from './skip-button.tsx';
import { SpeedButton } from './speed-button.tsx';
import { useDuration, usePlayer, usePosition } from '../use-player.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

export function MiniPlayerBar({ track }: { readonly track: Track }) {
  const { isPlaying } = usePlayer(track.id);
  return (
    <section
      data-mini-player
      aria-label={playerText.miniPlayer}
      className="fixed right-3 bottom-[calc(var(--floor)+0.625rem+env(safe-area-inset-bottom))] left-[calc(var(--rail)+0.75rem)] z-10 mx-auto flex max-w-[40rem] animate-rise flex-wrap items-center gap-2.5 rounded-[1.25rem] border border-line bg-surface p-2 pr-3 shadow-card typing:hidden"
    >
      <PlayButton track={track} strong className="size-11" />
      <div className="min-w-0 flex-1">
        <Title track={track} />
        <Progress track={track} />
      </div>
      <span className="-mx-1 hidden sm:flex">
        <SkipButton track={track} direction="back" />
        <SkipButton track={track} direction="forward" />
      </span>
      <SpeedButton />
      <QueueButton className="-mx-2" />
      {!isPlaying && (
        <IconButton
          ref={keepFocus}
          label={playerText.close}
          icon={<X />}
          className="-mr-2 text-muted"
          onClick={() => player.stop()}
        />
      )}
    </section>
  );
}

/** Links to the story. An unsaved recording has no page, and an excerpt plays beside a link to its story. */
function Title({ track }: { readonly track: Track }) {
  const { id, title } = track;
  const text = (
    <span dir="auto" className="block truncate text-[0.875rem] font-[650]">
      {title}
    </span>
  );
  if (!isStoryTrack(track)) return text;
  return (
    <Link
      to="."
      search={toStory(id)}
      preload={false}
      className="relative block before:absolute before:inset-x-0 before:-inset-y-3"
    >
      {text}
    </Link>
  );
}

function Progress({ track }: { readonly track: Track }) {
  const durationSeconds = useDuration(track);
  // In thousandths: finer than the bar can show.
  const heard = usePosition(track.id, (seconds) =>
    durationSeconds > 0 ? Math.round((seconds / durationSeconds) * 1000) / 1000 : 0,
  );
  return (
    <div aria-hidden="true" className="mt-1.5 h-1 overflow-hidden rounded-pill bg-sunken">
      <div className="h-full origin-left bg-voice" style={{ transform: `scaleX(${heard})` }} />
    </div>
  );
}
