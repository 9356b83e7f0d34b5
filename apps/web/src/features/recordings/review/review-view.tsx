import { useEffect, useRef, useState } from 'react';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { formatDuration } from '../../../messages/format.ts';
import { recorderText } from '../../../messages/recorder.ts';
import { reviewText } from '../../../messages/review.ts';
import { Button } from '../../../ui/button.tsx';
import { DeliveryNotice } from './delivery-notice.tsx';
import { DownloadRecording } from './download-sound.tsx';
import { LeaveGuard } from '../capture/leave-guard.tsx';
import type { RecorderEvent, RecorderState } from '../recorder-state.ts';
import type { Recorder } from '../recorder.ts';
import { loadDiscardSheet } from '../recorder-parts.ts';
import { ReviewActions } from './review-actions.tsx';
import { ReviewPlayer } from './review-player.tsx';
import { StoryFields } from './story-fields.tsx';
import { useKeepForm } from './use-keep-form.ts';
import { useSaving } from './use-saving.ts';
import { useRecordingTrack } from './use-take-track.ts';

const DiscardSheet = lazySheet(async () => (await loadDiscardSheet()).DiscardSheet);

interface ReviewViewProps {
  readonly state: Extract<RecorderState, { phase: 'review' | 'saving' }>;
  readonly dispatch: (event: RecorderEvent) => void;
  readonly getRecorder: () => Recorder | null;
}

/** After a recording: listen, write, save. */
export function ReviewView({ state, dispatch, getRecorder }: ReviewViewProps) {
  const { take, form, delivery } = state;
  const track = useRecordingTrack(take);
  const status = useRef<HTMLParagraphElement>(null);
  useKeepForm(form, getRecorder);
  const save = () => dispatch({ type: 'save-pressed' });
  useSaving(state, getRecorder, save);
  // The button that ended the recording is gone.
  useEffect(() => status.current?.focus({ preventScroll: true }), []);

  const isProcessing = ['uploading', 'inspecting', 'transcribing'].includes(delivery.step);
  const stopped = reviewText.stopped[take.stoppedBy];
  const [isAsking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  return (
    <>
      <h1 className="mb-1 text-sheet short:sr-only">{recorderText.heading}</h1>
      <p ref={status} tabIndex={-1} aria-live="polite" className="text-muted outline-none">
        {reviewText.completed(formatDuration(take.durationMs))}
        {isProcessing && <span> · {reviewText.processing}</span>}
      </p>
      {stopped !== null && (
        <p className="mt-1 text-sm font-[560]">
          {take.isStored ? `${stopped} ${reviewText.stoppedStored}` : stopped}
        </p>
      )}
      {!take.isStored && <p className="mt-1 text-sm font-[560] text-voice-strong">{reviewText.notStored}</p>}
      <ReviewPlayer take={take} delivery={delivery} track={track} />
      <DeliveryNotice take={take} delivery={delivery} onRetry={() => getRecorder()?.retryDelivery()} />
      {delivery.step === 'refused' ? (
        <div className="mt-4 flex flex-col gap-2.5">
          <DownloadRecording take={take} />
          <Button onClick={ask}>{reviewText.recordAgain}</Button>
        </div>
      ) : (
        <>
          <StoryFields
            form={form}
            delivery={delivery}
            track={track}
            onChange={(event) => dispatch({ type: 'form', event })}
            onRetryTranscription={() => void getRecorder()?.retryTranscription()}
          />
          <ReviewActions state={state} onSave={save} onDiscard={ask} />
        </>
      )}
      {isAsking && (
        <DiscardSheet
          take={take}
          onDiscard={() => void getRecorder()?.discard()}
          onClose={() => setAsking(false)}
        />
      )}
      {!take.isStored && <LeaveGuard isStored={false} />}
    </>
  );
}
