import { useRef } from 'react';
import { PlayButton } from './play-button.tsx';
import type { Track } from './player-state.ts';
import { TimeReadout } from './time-readout.tsx';
import { usePlayer } from './use-player.ts';
import { useReportVisible } from './visible-tracks.ts';
import { Waveform } from './waveform.tsx';

interface TrackPlayerProps {
  readonly track: Track;
  readonly peaks: readonly number[];
}

/** Button, waveform and time in one row. */
export function TrackPlayer({ track, peaks }: TrackPlayerProps) {
  const row = useRef<HTMLDivElement>(null);
  const { kind } = usePlayer(track.id);
  useReportVisible(row, track.id, kind !== 'idle');
  return (
    <div ref={row} className="flex items-center gap-2.5">
      <PlayButton track={track} />
      <Waveform track={track} peaks={peaks} />
      <TimeReadout track={track} />
    </div>
  );
}
