import { formatDuration } from '../../../messages/format.ts';
import { playerText } from '../../../messages/player.ts';
import type { Track } from '../player-state.ts';
import { useDuration, usePosition } from '../use-player.ts';

/** `1:12 / 3:07`; only the duration for a track that was never started. */
export function TimeReadout({ track }: { readonly track: Track }) {
  const durationSeconds = useDuration(track);
  const current = usePosition(track.id, (seconds) => (seconds > 0 ? formatDuration(seconds * 1000) : ''));
  const total = formatDuration(durationSeconds * 1000);
  return (
    <span className="num text-sm text-muted">
      {current === '' ? total : playerText.readout(current, total)}
    </span>
  );
}
