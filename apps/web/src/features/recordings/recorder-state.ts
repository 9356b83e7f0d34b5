import { limits } from '@relato/contract/limits';
import { toRecordingTime } from './capture/recording-time.ts';
import { initialRecorderState, reduceIdle } from './idle-state.ts';
import type { RecorderEvent, RecorderState } from './recorder-types.ts';
import {
  newRecording,
  passingFailures,
  reduceDelivery,
  type Review,
  type StopCause,
} from './review/review-state.ts';
import { checkForm, isTooLong, reduceForm, toFirstForm, toUnsharedAnswer } from './review/story-form.ts';

type In<Phase extends RecorderState['phase']> = Extract<RecorderState, { phase: Phase }>;

/** Returns whether pressing the button leads to a story, at once or after the delivery has caught up. */
export function canSave(state: RecorderState): boolean {
  if (state.phase !== 'review' && state.phase !== 'waiting') return false;
  const { delivery, form } = state;
  const isStuck =
    delivery.step === 'refused' || (delivery.step === 'failed' && !passingFailures.has(delivery.failure));
  return !isStuck && Object.keys(checkForm(form)).length === 0;
}

/** Returns whether the server has accepted the sound, with or without its text. */
const hasArrived = ({ delivery }: Review): boolean =>
  delivery.step === 'transcribing' || delivery.step === 'ready';

/**
 * Returns whether the recording should stay in this browser and be saved automatically later, because the server cannot be
 * reached. Automatic saving needs locks.
 */
export function canQueue(state: RecorderState, isOnline: boolean): boolean {
  if (state.phase !== 'review' && state.phase !== 'waiting') return false;
  if (!state.recording.isStored || !('locks' in navigator)) return false;
  return canSave(state) && (state.delivery.step === 'failed' || !isOnline);
}

/**
 * The pure reducer of the recorder. Events that make no sense in a phase (a second tap, a late answer) leave the state
 * unchanged.
 */
export function reduceRecorder(state: RecorderState, event: RecorderEvent): RecorderState {
  if (event.type === 'put-aside') return initialRecorderState;
  switch (state.phase) {
    case 'idle':
    case 'blocked':
      return reduceResting(state, event);
    case 'requesting':
      return reduceRequesting(state, event);
    case 'recording':
      return reduceRecording(state, event);
    case 'stopping':
      return reduceStopping(state, event);
    case 'review':
    case 'waiting':
    case 'saving':
      return advance(fitAnswer(reduceReview(state, event)));
  }
}

/** A recording that turned out too long for a reply becomes a private story. The review shows so before it is saved. */
function fitAnswer<State extends RecorderState>(state: State): State | In<'review'> {
  if (state.phase !== 'review' && state.phase !== 'waiting') return state;
  const { recording, form } = state;
  if (form.answer?.visibility !== 'shared' || !isTooLong(form.answer, recording.durationMs)) return state;
  return { ...state, phase: 'review', form: { ...form, ...toUnsharedAnswer(form) } };
}

/** Ends the wait of a press once the sound has arrived, or once a failure needs the user. */
function advance(state: RecorderState): RecorderState {
  if (state.phase !== 'waiting') return state;
  if (!canSave(state)) return { ...state, phase: 'review' };
  return hasArrived(state) ? { ...state, phase: 'saving' } : state;
}

function reduceResting(state: In<'idle' | 'blocked' | 'requesting'>, event: RecorderEvent): RecorderState {
  if (event.type !== 'recovered') return reduceIdle(state, event);
  const { recording, form } = event;
  return fitAnswer({ phase: 'review', recording, form, delivery: { step: 'uploading', ratio: 0 } });
}

function reduceRequesting(state: In<'requesting'>, event: RecorderEvent): RecorderState {
  if (event.type === 'recovered') return reduceResting(state, event);
  if (event.type !== 'recording-started') return reduceIdle(state, event);
  const { id, storage, isMuted, limitMs } = event;
  return {
    phase: 'recording',
    id,
    isPaused: false,
    elapsedMs: 0,
    limitMs,
    warnings: { storage, muted: isMuted },
  };
}

function reduceRecording(state: In<'recording'>, event: RecorderEvent): RecorderState {
  const stop = (elapsedMs: number, stoppedBy: StopCause): RecorderState => ({
    phase: 'stopping',
    id: state.id,
    isPaused: state.isPaused,
    elapsedMs: Math.min(elapsedMs, state.limitMs ?? limits.recording.maxDurationMs),
    limitMs: state.limitMs,
    stoppedBy,
    warnings: state.warnings,
  });
  if (event.type === 'stopped') return stop(event.recordedMs, event.by);
  if (event.type === 'pause-switched') return { ...state, isPaused: event.isPaused };
  if (event.type === 'warned') return { ...state, warnings: { ...state.warnings, ...event.warnings } };
  if (event.type !== 'ticked') return state;
  const { recordedMs, isAtLimit } = toRecordingTime(event.recordedMs, state.limitMs);
  if (isAtLimit) return stop(event.recordedMs, 'limit');
  // Returns the same object within a second, so that nothing rerenders.
  return recordedMs === state.elapsedMs ? state : { ...state, elapsedMs: recordedMs };
}

function reduceStopping(state: In<'stopping'>, event: RecorderEvent): RecorderState {
  if (event.type === 'nothing-recorded') return { phase: 'blocked', refusal: 'silent' };
  if (event.type === 'warned') return { ...state, warnings: { ...state.warnings, ...event.warnings } };
  if (event.type !== 'recorded') return state;
  const { id, elapsedMs: durationMs, stoppedBy, warnings } = state;
  return {
    phase: 'review',
    recording: newRecording({ id, durationMs, stoppedBy, isStored: warnings.storage === 'stored' }),
    form: toFirstForm(event.answer),
    delivery: { step: 'uploading', ratio: 0 },
  };
}

function reduceReview(state: In<'review' | 'waiting' | 'saving'>, event: RecorderEvent): RecorderState {
  if (event.type === 'delivery') return reduceDelivery(state, event.event);
  if (event.type === 'playback-prepared') {
    const { src, fileName, peaks } = event;
    return {
      ...state,
      recording: { ...state.recording, src, fileName, peaks: peaks ?? state.recording.peaks },
    };
  }
  if (event.type === 'warned') {
    const { storage } = event.warnings;
    return storage === undefined
      ? state
      : { ...state, recording: { ...state.recording, isStored: storage === 'stored' } };
  }
  if (event.type === 'saved') return initialRecorderState;
  if (event.type === 'save-failed') return { ...state, phase: 'review' };
  return state.phase === 'saving' ? state : reduceOpenReview(state, event);
}

/** The events that are allowed while nothing is being saved. */
function reduceOpenReview(state: In<'review' | 'waiting'>, event: RecorderEvent): RecorderState {
  if (event.type === 'form') return { ...state, form: reduceForm(state.form, event.event) };
  if (event.type === 'disguised') {
    const { id, disguise } = event;
    const recording = { ...state.recording, id, disguise, isStored: true, src: null };
    return { ...state, phase: 'review', recording, delivery: { step: 'uploading', ratio: 0 } };
  }
  if (event.type === 'save-pressed') return canSave(state) ? { ...state, phase: 'waiting' } : state;
  return event.type === 'discarded' ? initialRecorderState : state;
}
