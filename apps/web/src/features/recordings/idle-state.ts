import type { RecorderEvent, RecorderState } from './recorder-types.ts';

export const initialRecorderState: RecorderState = { phase: 'idle' };

/**
 * The pure reducer of the first paint, for everything that can happen before the recorder is loaded. `reduceRecorder`
 * handles the rest.
 */
export function reduceIdle(state: RecorderState, event: RecorderEvent): RecorderState {
  const isRequesting = state.phase === 'requesting';
  if (!isRequesting && state.phase !== 'idle' && state.phase !== 'blocked') return state;
  if (event.type === 'record-pressed') return isRequesting ? state : { phase: 'requesting' };
  if (event.type === 'discarded') return initialRecorderState;
  if (event.type !== 'capture-refused' || !isRequesting) return state;
  return { phase: 'blocked', refusal: event.refusal };
}
