import { PlayButton } from './play-button.tsx';
import type { Track } from '../player-state.ts';

/** Focused as soon as it is there, because the pressed button is gone. */
const focusButton = (place: HTMLElement | null): void =>
  place?.querySelector('button')?.focus({ preventScroll: true });

/** The play button of a track, in the place of the button that has opened it. */
export function OpenedPlayButton({ track }: { readonly track: Track }) {
  return (
    <span ref={focusButton} className="contents">
      <PlayButton track={track} className="size-11" />
    </span>
  );
}
