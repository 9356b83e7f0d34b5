import { limits } from '@relato/contract/limits';
import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { formatDuration, formatPercent } from '../../../messages/format.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import { buttonClass } from '../../../ui/buttons/button-class.ts';
import { Meter } from '../../../ui/meter.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  PlayButton,
  player,
  SpeedButton,
  type Track,
  useDuration,
  usePosition,
  Waveform,
} from '../../player/public.ts';
import type { Delivery, FinishedRecording } from './review-state.ts';

const card =
  'relative mt-2.5 overflow-hidden rounded-card border border-line/60 bg-surface p-4 pb-3 shadow-card';
const unknownPeaks: readonly number[] = Array.from({ length: limits.recording.peaks }, () => 0);

interface ReviewPlayerProps {
  readonly recording: FinishedRecording;
  readonly delivery: Delivery;
  /** Null while it is being prepared. */
  readonly track: Track | null;
}

/** Plays the recording from this browser's own copy. */
export function ReviewPlayer({ recording: { id, peaks }, delivery, track }: ReviewPlayerProps) {
  // The address is revoked when the review ends, so nothing of it may keep playing.
  useEffect(() => () => player.forget(id), [id]);
  if (track === null) {
    return (
      <output className={`block ${card}`}>
        <span className="sr-only">{recorderReviewText.preparing}</span>
        <Skeleton className="h-20.5" />
      </output>
    );
  }
  return (
    <div className={card}>
      <div className="flex items-center gap-2.5">
        <PlayButton track={track} strong />
        <Waveform track={track} peaks={peaks ?? unknownPeaks} />
      </div>
      <Readout track={track} delivery={delivery} />
    </div>
  );
}

function Readout({ track, delivery }: { readonly track: Track; readonly delivery: Delivery }) {
  const durationSeconds = useDuration(track);
  const position = usePosition(track.id, (seconds) => formatDuration(seconds * 1000));
  return (
    <div className="num mt-1.5 flex items-center justify-between gap-2 text-sm text-muted">
      <span>{position}</span>
      <DeliveryProgress delivery={delivery} />
      <span className="flex items-center gap-1.5">
        <SpeedButton />
        {formatDuration(durationSeconds * 1000)}
      </span>
    </div>
  );
}

/** Uses a place that exists anyway, so that nothing moves when the upload ends. */
function DeliveryProgress({ delivery }: { readonly delivery: Delivery }) {
  if (delivery.step === 'inspecting') return <span>{recorderReviewText.inspecting}</span>;
  if (delivery.step !== 'uploading') return null;
  const text = recorderReviewText.uploading(formatPercent(delivery.ratio));
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <Meter
        ratio={delivery.ratio}
        label={recorderReviewText.uploadLabel}
        valueText={text}
        className="absolute inset-x-0 bottom-0 h-1"
      />
    </>
  );
}

/** Links to the recording as a file; renders nothing while there is none. */
export function DownloadRecording({
  recording: { src, fileName },
}: {
  readonly recording: FinishedRecording;
}) {
  if (src === null) return null;
  return (
    <a href={src} download={fileName} className={buttonClass('outline')}>
      <Download aria-hidden="true" />
      {recorderReviewText.download}
    </a>
  );
}
