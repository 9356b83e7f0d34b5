import { decodePeaks } from '@relato/contract/recordings/waveform';
import { useMemo, useRef } from 'react';
import { PlayButton } from './play-button.tsx';
import { isStoryTrack, type Track } from '../player-state.ts';
import { QueueButton } from '../queue/queue-button.tsx';
import { SkipButton } from './skip-button.tsx';
import { SpeedButton } from './speed-button.tsx';
import { TimeReadout } from './time-readout.tsx';
import { usePlayer } from '../use-player.ts';
import { useTrackVisibility } from '../visible-tracks.ts';
import { Waveform } from '../waveform/waveform.tsx';

interface TrackPlayerProps {
  readonly track: Track;
  /** The peaks of a story, as one text. */
  readonly peaks: string;
}

/** Button, waveform and time in one row; below them the other controls once the track was started. */
export function TrackPlayer({ track, peaks }: TrackPlayerProps) {
  const row = useRef<HTMLDivElement>(null);
  const { kind } = usePlayer(track.id);
  const decoded = useMemo(() => decodePeaks(peaks), [peaks]);
  useTrackVisibility(row, track.id, kind !== 'idle');
  return (
    <div ref={row}>
      <div className="flex flex-wrap items-center gap-x-2.5">
        <PlayButton track={track} />
        <Waveform track={track} peaks={decoded} />
        <TimeReadout track={track} />
      </div>
      {kind !== 'idle' && (
        <div className="mt-1 -ml-1.5 flex items-center gap-1">
          <SkipButton track={track} direction="back" />
          <SkipButton track={track} direction="forward" />
          <span className="ml-auto flex items-center">
            <SpeedButton />
            {isStoryTrack(track) && <QueueButton />}
          </span>
        </div>
      )}
    </div>
  );
}
