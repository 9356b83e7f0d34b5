import { useEffect } from 'react';
import { limits } from '@relato/contract/limits';
import { formatDuration } from '../../messages/format.ts';
import { reviewText } from '../../messages/review.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { player } from '../player/app-player.ts';
import { PlayButton } from '../player/play-button.tsx';
import type { Track } from '../player/player-state.ts';
import { SpeedButton } from '../player/speed-button.tsx';
import { useDuration, usePosition } from '../player/use-player.ts';
import { Waveform } from '../player/waveform.tsx';
import type { Take } from './review-state.ts';

const card = 'mt-2.5 rounded-card border border-line/60 bg-surface p-4 pb-3 shadow-card';
const unknownPeaks: readonly number[] = Array.from({ length: limits.recording.peaks }, () => 0);

interface ReviewPlayerProps {
  readonly take: Take;
  /** Null while it is being prepared. */
  readonly track: Track | null;
}

/** The recording, listened to from this browser's own copy. */
export function ReviewPlayer({ take: { id, peaks }, track }: ReviewPlayerProps) {
  // Its address is gone with the review: nothing of it may go on playing.
  useEffect(() => () => player.forget(id), [id]);
  if (track === null) {
    return (
      <output className={`block ${card}`}>
        <span className="sr-only">{reviewText.preparing}</span>
        <Skeleton className="h-[4.625rem]" />
      </output>
    );
  }
  return (
    <div className={card}>
      <div className="flex items-center gap-2.5">
        <PlayButton track={track} strong />
        <Waveform track={track} peaks={peaks ?? unknownPeaks} />
      </div>
      <Readout track={track} />
    </div>
  );
}

function Readout({ track }: { readonly track: Track }) {
  const durationSeconds = useDuration(track);
  const position = usePosition(track.id, (seconds) => formatDuration(seconds * 1000));
  return (
    <div className="num mt-1.5 flex items-center justify-between text-sm text-muted">
      <span>{position}</span>
      <span className="flex items-center gap-1.5">
        <SpeedButton />
        {formatDuration(durationSeconds * 1000)}
      </span>
    </div>
  );
}
