import type { RefusalCode } from '@relato/contract/errors';
import type { RecordingId } from '@relato/contract/ids';
import type { HeardTranscript, TranscriptionTrouble } from '@relato/contract/transcription/types';
import type { Character } from '../disguise/draw-voice.ts';
import { reduceForm, type StoryForm } from './story-form.ts';

export type StopCause = 'person' | 'limit' | 'microphone-lost' | 'recorder-error';
/** The reasons why the recording could not be delivered. It stays in this browser in any case. */
export type DeliveryFailure =
  | 'network'
  | 'server'
  /** A rate limit was reached. */
  | 'too-often'
  /** New accounts of this network have stored too much today. */
  | 'network-full'
  | 'sign-in'
  | 'other-account'
  | 'too-big'
  | 'storage-full'
  /** The server has no space left, for any account. */
  | 'disk-full'
  | 'rejected';

/** The failures after which the delivery continues automatically. */
export const passingFailures: ReadonlySet<DeliveryFailure> = new Set([
  'network',
  'server',
  'too-often',
  'network-full',
  'disk-full',
]);

export interface FinishedRecording {
  readonly id: RecordingId;
  /** By the recorder's clock, until the server has measured the sound. */
  readonly durationMs: number;
  readonly stoppedBy: StopCause;
  /** True if all of it is stored in this browser, so that leaving the page loses nothing. */
  readonly isStored: boolean;
  /** A `blob:` address for playback, once it is prepared. */
  readonly src: string | null;
  /** The file name for a download of `src`. */
  readonly fileName: string;
  readonly peaks: readonly number[] | null;
  /** The character of the disguise. */
  readonly disguise?: Character | undefined;
  /** True if the file broke off; the recording is the part before, which the server has found. */
  readonly isCutShort?: boolean;
}

/** Returns a recording that cannot be played yet. */
export const newRecording = ({
  id,
  durationMs,
  stoppedBy,
  isStored,
  disguise,
}: Pick<
  FinishedRecording,
  'id' | 'durationMs' | 'stoppedBy' | 'isStored' | 'disguise'
>): FinishedRecording => ({
  id,
  durationMs,
  stoppedBy,
  isStored,
  src: null,
  fileName: '',
  peaks: null,
  ...(disguise && { disguise }),
});

export type Delivery =
  | { readonly step: 'uploading'; readonly ratio: number }
  /** Delayed: the server has the recording, but its inspection takes longer than usual. */
  | { readonly step: 'inspecting'; readonly isDelayed: boolean }
  /** With a trouble, the server waits before its next attempt. */
  | { readonly step: 'transcribing'; readonly trouble: TranscriptionTrouble | null }
  | { readonly step: 'ready'; readonly trouble: TranscriptionTrouble | null }
  | { readonly step: 'failed'; readonly failure: DeliveryFailure }
  | { readonly step: 'refused'; readonly reason: RefusalCode };

export interface Review {
  readonly recording: FinishedRecording;
  readonly form: StoryForm;
  readonly delivery: Delivery;
}

export type DeliveryEvent =
  | { readonly type: 'upload-progressed'; readonly ratio: number }
  | { readonly type: 'uploaded' }
  | { readonly type: 'inspection-delayed' }
  | {
      readonly type: 'inspected';
      readonly durationMs: number;
      readonly peaks: readonly number[];
      readonly isCutShort: boolean;
    }
  | { readonly type: 'refused'; readonly reason: RefusalCode }
  | ({ readonly type: 'transcribed' } & HeardTranscript)
  | { readonly type: 'transcription-waits'; readonly trouble: TranscriptionTrouble | null }
  | { readonly type: 'transcription-failed'; readonly trouble: TranscriptionTrouble }
  /** The server has no transcriber; the text comes from the browser's speech recognition. */
  | { readonly type: 'transcription-off'; readonly provisionalText: string }
  | { readonly type: 'transcription-retried' }
  | { readonly type: 'delivery-failed'; readonly failure: DeliveryFailure }
  | { readonly type: 'delivery-retried' }
  /** The server has deleted the recording, so all of it is sent again. */
  | { readonly type: 'delivery-restarted' };

/** The pure reducer of a delivery. Late reports change nothing. */
export function reduceDelivery<Reviewed extends Review>(review: Reviewed, event: DeliveryEvent): Reviewed {
  const to = (delivery: Delivery): Reviewed => ({ ...review, delivery });
  const hear = (heard: NonNullable<StoryForm['transcript']['heard']>, isProvisional: boolean): Reviewed => ({
    ...review,
    form: reduceForm(review.form, { type: 'transcript-heard', heard, isProvisional }),
    delivery: { step: 'ready', trouble: null },
  });
  switch (event.type) {
    case 'upload-progressed':
      // After a failure the upload continues by itself.
      return review.delivery.step === 'uploading' || review.delivery.step === 'failed'
        ? to({ step: 'uploading', ratio: event.ratio })
        : review;
    case 'uploaded':
      return to({ step: 'inspecting', isDelayed: false });
    case 'inspection-delayed':
      return review.delivery.step === 'inspecting' ? to({ step: 'inspecting', isDelayed: true }) : review;
    case 'inspected': {
      // Peaks measured here stay, so that the waveform does not change before the user's eyes.
      const recording = {
        ...review.recording,
        durationMs: event.durationMs,
        peaks: review.recording.peaks ?? event.peaks,
        isCutShort: event.isCutShort,
      };
      return { ...review, recording, delivery: { step: 'transcribing', trouble: null } };
    }
    case 'refused':
      return to({ step: 'refused', reason: event.reason });
    case 'transcribed':
      return hear({ text: event.text, words: event.words, isUnsure: event.isUnsure }, false);
    case 'transcription-waits':
      // Returns the same object without news, so that nothing rerenders.
      return review.delivery.step === 'transcribing' && review.delivery.trouble !== event.trouble
        ? to({ step: 'transcribing', trouble: event.trouble })
        : review;
    case 'transcription-failed':
      return to({ step: 'ready', trouble: event.trouble });
    case 'transcription-off':
      return hear({ text: event.provisionalText, words: null, isUnsure: false }, true);
    case 'transcription-retried':
      return review.delivery.step === 'ready' ? to({ step: 'transcribing', trouble: null }) : review;
    case 'delivery-failed':
      return to({ step: 'failed', failure: event.failure });
    case 'delivery-retried':
      return review.delivery.step === 'failed' ? to({ step: 'uploading', ratio: 0 }) : review;
    case 'delivery-restarted':
      return to({ step: 'uploading', ratio: 0 });
  }
}
