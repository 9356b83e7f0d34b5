import type { RecordingId } from '@relato/contract/ids';
import type { Character } from './disguise/draw-voice.ts';
import type { StorageHealth } from './drafts/store/write-queue.ts';
import type { DeliveryEvent, FinishedRecording, Review, StopCause } from './review/review-state.ts';
import type { FormAnswer, FormEvent, StoryForm } from './review/story-form.ts';

/** The reasons why recording could not begin, or recorded nothing. */
export type CaptureRefusal =
  | 'denied'
  | 'insecure'
  | 'unsupported'
  | 'no-microphone'
  | 'in-use'
  | 'interrupted'
  | 'silent'
  | 'unavailable';
/** Problems while a recording runs. */
interface RecordingWarnings {
  /** Chunks that the browser cannot store stay in memory and still go to the server. */
  readonly storage: StorageHealth;
  /** A call or another app holds the microphone; recording waits until it is back. */
  readonly muted: boolean;
}

export type RecorderState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'requesting' }
  | { readonly phase: 'blocked'; readonly refusal: CaptureRefusal }
  | {
      readonly phase: 'recording';
      readonly id: RecordingId;
      /** Paused by the user. */
      readonly isPaused: boolean;
      readonly elapsedMs: number;
      /** The end of the recording, if it is shorter than the limit of a story. */
      readonly limitMs?: number | undefined;
      readonly warnings: RecordingWarnings;
    }
  | {
      readonly phase: 'stopping';
      readonly id: RecordingId;
      /** True if it was paused when it was stopped, so that it keeps looking paused. */
      readonly isPaused: boolean;
      readonly elapsedMs: number;
      readonly limitMs?: number | undefined;
      readonly stoppedBy: StopCause;
      readonly warnings: RecordingWarnings;
    }
  | (Review & { readonly phase: 'review' })
  /** The user has pressed the button; the recording is saved once the server has the sound. */
  | (Review & { readonly phase: 'waiting' })
  | (Review & { readonly phase: 'saving' });

/** `recordedMs` is the recorded time, without pauses. */
export type RecorderEvent =
  | { readonly type: 'record-pressed' }
  | { readonly type: 'capture-refused'; readonly refusal: CaptureRefusal }
  | {
      readonly type: 'recording-started';
      readonly id: RecordingId;
      readonly storage: StorageHealth;
      /** True if the microphone delivers nothing yet. */
      readonly isMuted: boolean;
      readonly limitMs?: number | undefined;
    }
  | { readonly type: 'ticked'; readonly recordedMs: number }
  | { readonly type: 'pause-switched'; readonly isPaused: boolean }
  | { readonly type: 'warned'; readonly warnings: Partial<RecordingWarnings> }
  | { readonly type: 'stopped'; readonly by: StopCause; readonly recordedMs: number }
  | { readonly type: 'recorded'; readonly answer?: FormAnswer | undefined }
  | { readonly type: 'nothing-recorded' }
  | { readonly type: 'recovered'; readonly recording: FinishedRecording; readonly form: StoryForm }
  | {
      readonly type: 'playback-prepared';
      readonly src: string;
      readonly fileName: string;
      readonly peaks: readonly number[] | null;
    }
  /** A disguised recording has replaced it; the words keep their times. */
  | { readonly type: 'disguised'; readonly id: RecordingId; readonly disguise: Character }
  | { readonly type: 'save-pressed' }
  | { readonly type: 'save-failed' }
  | { readonly type: 'saved' }
  | { readonly type: 'discarded' }
  /** The recording stays as a draft. */
  | { readonly type: 'put-aside' }
  | { readonly type: 'form'; readonly event: FormEvent }
  | { readonly type: 'delivery'; readonly event: DeliveryEvent };
