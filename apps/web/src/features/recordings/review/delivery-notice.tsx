import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { errorText } from '../../../messages/errors.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import type { Delivery, FinishedRecording } from './review-state.ts';

interface DeliveryNoticeProps {
  readonly recording: FinishedRecording;
  readonly delivery: Delivery;
  readonly onRetry: () => void;
}

/** Offers a way out when the delivery of the recording is stuck. */
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
  /** The button. */
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
