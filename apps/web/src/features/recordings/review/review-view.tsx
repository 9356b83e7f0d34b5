import type { OriginKind } from '@relato/contract/stories/types';
import { RotateCcw, VenetianMask } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { formatDuration } from '../../../messages/format.ts';
import { recorderIdleText } from '../../../messages/recordings/idle.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import { answersText } from '../../../messages/recordings/answers.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { Track } from '../../player/public.ts';
import { LeaveGuard } from '../capture/leave-guard.tsx';
import type { Recorder } from '../recorder.ts';
import { canSave } from '../recorder-state.ts';
import type { RecorderEvent } from '../recorder-types.ts';
import { AnswerChoice } from './answer-choice.tsx';
import { DeliveryNotice, DownloadRecording, ReviewPlayer } from './review-player.tsx';
import type { FinishedRecording, Delivery, StopCause } from './review-state.ts';
import { type ReviewState, useKeepForm, useSaving } from './use-saving.ts';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { readChosenPrompt } from '../../../lib/chosen-prompt.ts';
import { prompts } from '../../../messages/recordings/prompts.ts';
import { errorText } from '../../../messages/errors.ts';
import { TextButton } from '../../../ui/buttons/text-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { TagEditor } from '../../stories/public.ts';
import { MissingTranscript, TranscriptField } from '../../transcription/public.ts';
import { checkForm, type FormEvent, type StoryForm } from './story-form.ts';

const DisguiseSheet = lazySheet(async () => (await import('../disguise/disguise-sheet.tsx')).DisguiseSheet);

interface ReviewViewProps {
  readonly state: ReviewState;
  readonly dispatch: (event: RecorderEvent) => void;
  readonly getRecorder: () => Recorder | null;
}

/** The screen after a recording: listen, write, save. */
export function ReviewView({ state, dispatch, getRecorder }: ReviewViewProps) {
  const { recording, form, delivery } = state;
  const track = useRecordingTrack(recording);
  const status = useRef<HTMLParagraphElement>(null);
  useKeepForm(form, getRecorder);
  const save = useSaving(state, dispatch, getRecorder);
  // Moves the focus, because the button that stopped the recording is gone.
  useEffect(() => status.current?.focus({ preventScroll: true }), []);

  // A recording that waits for the operator makes no progress.
  const isProcessing =
    ['uploading', 'inspecting'].includes(delivery.step) ||
    (delivery.step === 'transcribing' && delivery.trouble !== 'setup');
  const stopped = toStopText(recording.stoppedBy, form.answer?.kind);
  const [isAsking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  const [isDisguising, setDisguising] = useState(false);
  return (
    <>
      <h1 className="mb-1 text-sheet short:sr-only">{recorderIdleText.heading}</h1>
      <p ref={status} tabIndex={-1} aria-live="polite" className="text-muted outline-none">
        {recorderReviewText.completed(formatDuration(recording.durationMs))}
        {recording.disguise && <span> · {recorderReviewText.disguised}</span>}
        {isProcessing && <span> · {recorderReviewText.processing}</span>}
      </p>
      {stopped !== null && (
        <p className="mt-1 text-sm font-[560]">
          {recording.isStored ? `${stopped} ${recorderReviewText.stoppedStored}` : stopped}
        </p>
      )}
      {recording.isCutShort && (
        <p className="mt-1 text-sm font-[560]">
          {recorderReviewText.cutShort(formatDuration(recording.durationMs))}
        </p>
      )}
      {!recording.isStored && (
        <p className="mt-1 text-sm font-[560] text-voice-strong">{recorderReviewText.notStored}</p>
      )}
      <ReviewPlayer recording={recording} delivery={delivery} track={track} />
      <DeliveryNotice
        recording={recording}
        delivery={delivery}
        onRetry={() => getRecorder()?.retryDelivery()}
      />
      {delivery.step === 'refused' ? (
        <div className="mt-4 flex flex-col gap-2.5">
          <DownloadRecording recording={recording} />
          <Button onClick={ask}>{recorderReviewText.recordAgain}</Button>
        </div>
      ) : (
        <>
          <StoryFields
            form={form}
            delivery={delivery}
            track={track}
            onChange={(event) => dispatch({ type: 'form', event })}
            onRetryTranscription={() => void getRecorder()?.retryTranscription()}
          >
            <TextButton
              className="gap-2 self-start"
              disabled={state.phase !== 'review'}
              onClick={() => setDisguising(true)}
            >
              <VenetianMask aria-hidden="true" className="size-5" />
              {recorderReviewText.disguise}
            </TextButton>
          </StoryFields>
          {form.answer && (
            <AnswerChoice
              answer={form.answer}
              durationMs={recording.durationMs}
              onChoose={(visibility) =>
                dispatch({ type: 'form', event: { type: 'visibility-chosen', visibility } })
              }
            />
          )}
          <ReviewActions
            isSaving={state.phase !== 'review'}
            canSave={canSave(state)}
            onSave={save}
            onDiscard={ask}
          />
        </>
      )}
      {isAsking && (
        <DiscardSheet
          recording={recording}
          onDiscard={() => void getRecorder()?.discard()}
          onClose={() => setAsking(false)}
        />
      )}
      {isDisguising && (
        <DisguiseSheet recording={recording} getRecorder={getRecorder} onClose={() => setDisguising(false)} />
      )}
      {!recording.isStored && <LeaveGuard isStored={false} />}
    </>
  );
}

interface ReviewActionsProps {
  readonly isSaving: boolean;
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

const toStopText = (by: StopCause, kind: OriginKind | undefined): string | null =>
  by === 'limit' && kind === 'reply' ? answersText.limit : recorderReviewText.stopped[by];

function ReviewActions({ isSaving, canSave: isReady, onSave, onDiscard }: ReviewActionsProps) {
  return (
    <div
      data-bottom-actions
      className="sticky bottom-0 z-10 -mx-5 mt-auto flex flex-wrap gap-2.5 border-t border-line bg-paper px-5 pt-3 pb-[calc(1.25rem+env(safe-area-inset-bottom))] typing:static short:pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:border-0 lg:px-0"
    >
      <Button variant="secondary" className="w-auto! grow sm:grow-0" disabled={isSaving} onClick={onDiscard}>
        <RotateCcw aria-hidden="true" className="max-[22.5rem]:hidden" />
        <span className="sm:hidden">{recorderReviewText.recordAgainShort}</span>
        <span className="hidden sm:inline">{recorderReviewText.recordAgain}</span>
      </Button>
      <Button
        data-saves
        className="flex-[9_1_9rem]"
        busy={isSaving}
        disabled={!isSaving && !isReady}
        onClick={onSave}
      >
        {recorderReviewText.save}
      </Button>
    </div>
  );
}

/** Returns the recording as a track for the player; null until playback is prepared. */
function useRecordingTrack({ id, src, durationMs }: FinishedRecording): Track | null {
  return useMemo(
    () =>
      src === null ? null : { id, src, durationSeconds: durationMs / 1000, ...recorderReviewText.track },
    [id, src, durationMs],
  );
}

interface DiscardSheetProps {
  readonly recording: FinishedRecording;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before an unsaved recording is discarded. */
function DiscardSheet({ recording, onDiscard, onClose }: DiscardSheetProps) {
  const { title, text, keep, discard } = recorderReviewText.discarding;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{text(formatDuration(recording.durationMs))}</p>
      <DownloadRecording recording={recording} />
      <div className="mt-2.5 button-row">
        <Button variant="secondary" onClick={onDiscard}>
          {discard}
        </Button>
        <Button onClick={onClose}>{keep}</Button>
      </div>
    </ModalSheet>
  );
}

interface StoryFieldsProps {
  readonly form: StoryForm;
  readonly delivery: Delivery;
  /** The track of the playback, which highlights its words. */
  readonly track: Track | null;
  readonly onChange: (event: FormEvent) => void;
  readonly onRetryTranscription: () => void;
  /** The last button. */
  readonly children: ReactNode;
}

function StoryFields({ form, delivery, track, onChange, onRetryTranscription, children }: StoryFieldsProps) {
  const refusals = checkForm(form);
  return (
    <div className="mt-3 mb-[calc(0.75rem+var(--mini))] flex flex-col gap-3">
      <TextField
        label={recorderReviewText.title}
        labelPlace="above"
        placeholder={recorderReviewText.titlePlaceholder}
        value={form.title}
        error={refusals.title && errorText[refusals.title]}
        dir="auto"
        required
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => onChange({ type: 'title-changed', title: event.target.value })}
      />
      <TranscriptField
        transcript={form.transcript}
        error={refusals.transcript && errorText[refusals.transcript]}
        track={track}
        onChange={onChange}
      >
        <MissingTranscript progress={delivery} onRetry={onRetryTranscription} />
      </TranscriptField>
      <div className="my-0.5">
        <TagEditor
          tags={form.tags}
          suggested={form.answer ? undefined : prompts[readChosenPrompt()]?.tag}
          onChange={(tags) => onChange({ type: 'tags-changed', tags })}
        />
      </div>
      {children}
    </div>
  );
}
