import { isStoryTrack, type Track } from '../player-state.ts';
import { QueueButton } from '../queue/queue-button.tsx';
import { SkipButton } from './skip-button.tsx';
import { SpeedButton } from './speed-button.tsx';

/** The buttons of a track that was started. */
export function TrackControls({ track }: { readonly track: Track }) {
  return (
    <div className="mt-1 -ml-1.5 flex items-center gap-1">
      <SkipButton track={track} direction="back" />
      <SkipButton track={track} direction="forward" />
      <span className="ml-auto flex items-center">
        <SpeedButton />
        {isStoryTrack(track) && <QueueButton />}
      </span>
    </div>
  );
}
