import { Pause, Play } from 'lucide-react';
import type { MouseEvent } from 'react';
import { playerText } from '../../../messages/player.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { player } from '../app-player.ts';
import type { Track } from '../player-state.ts';
import { getSilentSeconds } from '../silent-place.ts';
import { usePlayer } from '../use-player.ts';

interface PlayButtonProps {
  readonly track: Track;
  /** Uses the strong colour while paused too. */
  readonly strong?: boolean;
  readonly className?: string;
}

export function PlayButton({ track, strong = false, className = 'size-12' }: PlayButtonProps) {
  const { kind, isPlaying } = usePlayer(track.id);
  const Icon = isPlaying ? Pause : Play;
  const play = ({ detail }: MouseEvent) => {
    // A press by key counts no clicks, and its user may not see the lit word. The presses of some screen readers look like taps.
    const seconds = detail > 0 ? getSilentSeconds(track.id) : null;
    if (seconds !== null) player.seek(track.id, seconds);
    player.toggle(track);
  };
  return (
    <button
      type="button"
      aria-label={(isPlaying ? playerText.pauseTrack : playerText.playTrack)(track.title)}
      aria-busy={kind === 'loading'}
      className={`touch grid shrink-0 place-items-center rounded-pill border-2 border-transparent transition-transform active:scale-95 ${className} ${
        strong || kind !== 'idle' ? 'bg-voice text-on-voice' : 'bg-voice-soft text-voice-strong'
      }`}
      onClick={play}
    >
      <Icon aria-hidden="true" className="size-5" />
      {kind === 'loading' && (
        // The spinner appears only after a noticeable wait.
        <span className="absolute -inset-0.5 grid animate-[fade_0.2s_0.3s_backwards] place-items-center rounded-pill bg-voice">
          <Spinner />
        </span>
      )}
    </button>
  );
}

/** Focuses a new button, because the pressed one is gone. */
const focusButton = (place: HTMLElement | null): void =>
  place?.querySelector('button')?.focus({ preventScroll: true });

export function OpenedPlayButton({ track }: { readonly track: Track }) {
  return (
    <span ref={focusButton} className="contents">
      <PlayButton track={track} className="size-11" />
    </span>
  );
}
