import { decodePeaks } from '@relato/contract/recordings/waveform';
import { useMemo, useRef, type ReactNode } from 'react';
import { useAfterPaint } from '../../../lib/after-paint.ts';
import { lazyOptional } from '../../../lib/lazy/lazy-part.tsx';
import { PlayButton } from './play-button.tsx';
import type { Track } from '../player-state.ts';
import { TimeReadout } from './time-readout.tsx';
import { usePlayer } from '../use-player.ts';
import { useTrackVisibility } from '../visible-tracks.ts';
import { Waveform } from '../waveform/waveform.tsx';

const TrackControls = lazyOptional(
  async () => (await import('./track-controls.tsx')).TrackControls,
  // The height is that of the controls, so that nothing moves.
  () => <div className="mt-1 h-11" />,
);

interface TrackPlayerProps {
  readonly track: Track;
  /** The encoded peaks of a story. */
  readonly peaks: string;
  /** Drawn over the waveform. It receives no presses. */
  readonly overlay?: ReactNode;
}

/** A row with button, waveform and time. The other controls follow below once the track was started. */
export function TrackPlayer({ track, peaks, overlay }: TrackPlayerProps) {
  const row = useRef<HTMLDivElement>(null);
  const isStarted = usePlayer(track.id).kind !== 'idle';
  // The press shows before the controls come.
  const hasControls = useAfterPaint(isStarted);
  const decoded = useMemo(() => decodePeaks(peaks), [peaks]);
  useTrackVisibility(row, track.id, isStarted);
  return (
    <div ref={row}>
      <div className="flex flex-wrap items-center gap-x-2.5">
        <PlayButton track={track} />
        <Waveform track={track} peaks={decoded} overlay={overlay} />
        <TimeReadout track={track} />
      </div>
      {hasControls && <TrackControls track={track} />}
    </div>
  );
}
