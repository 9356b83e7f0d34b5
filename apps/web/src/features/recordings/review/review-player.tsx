import { limits } from '@relato/contract/limits';
import { Download, CircleAlert } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { formatDuration, formatPercent } from '../../../messages/format.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
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
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { errorText } from '../../../messages/errors.ts';

const card =
  'relative mt-2.5 overflow-hidden rounded-card border border-line/60 bg-surface p-4 pb-3 shadow-card';
const unknownPeaks: readonly number[] = Array.from({ length: limits.recording.peaks }, () => 0);

interface ReviewPlayerProps {
  readonly recording: FinishedRecording;
  readonly delivery: Delivery;
  /** Null while the playback is being prepared. */
  readonly track: Track | null;
}

export function ReviewPlayer({ recording: { id, peaks }, delivery, track }: ReviewPlayerProps) {
  // The address is revoked when the review ends, so its playback must end too.
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

/** Uses existing space, so that nothing moves when the upload ends. */
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

interface DeliveryNoticeProps {
  readonly recording: FinishedRecording;
  readonly delivery: Delivery;
  readonly onRetry: () => void;
}

export function DeliveryNotice({ recording, delivery, onRetry }: DeliveryNoticeProps) {
  switch (delivery.step) {
    case 'uploading':
    case 'transcribing':
    case 'ready':
      return null;
    case 'inspecting':
      return delivery.isDelayed ? <Stuck text={recorderReviewText.delayed} hint={null} /> : null;
    case 'failed': {
      const { failure } = delivery;
      const text = recorderReviewText.failures[failure];
      return (
        <Stuck text={recording.isStored ? `${text} ${recorderReviewText.stored}` : text} hint={null}>
          {failure === 'sign-in' ? (
            <Action onClick={() => openAuthSheet({ purpose: 'save', onSignedIn: onRetry })}>
              {recorderReviewText.signIn}
            </Action>
          ) : (
            <Action onClick={onRetry}>{recorderReviewText.retry}</Action>
          )}
        </Stuck>
      );
    }
    case 'refused':
      return <Stuck text={errorText[delivery.reason]} hint={recorderReviewText.refusedHint} />;
  }
}

interface StuckProps {
  readonly text: string;
  readonly hint: string | null;
  readonly children?: ReactNode;
}

function Stuck({ text, hint, children }: StuckProps) {
  return (
    <div
      role="alert"
      className="mt-3 flex items-center gap-2.5 rounded-field bg-voice-soft py-1.5 pr-1 pl-3.5 text-[0.875rem]"
    >
      <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-1.5">
        <span className="font-[650]">{text}</span>
        {hint !== null && <span className="block text-sm text-muted">{hint}</span>}
      </p>
      {children}
    </div>
  );
}

function Action({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      className="min-h-11 shrink-0 rounded-pill px-2.5 font-bold text-voice-strong"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
