import { useLayoutEffect, useState } from 'react';
import type { RecorderState } from './recorder-types.ts';
import { createListeners } from '../../lib/listeners.ts';

type Phase = RecorderState['phase'] | null;

let phase: Phase = null;
const { subscribe, notify } = createListeners();

/** Set by the recorder on the screen; null when it unmounts. */
export function setRecorderPhase(next: Phase): void {
  phase = next;
  notify();
}

/** Returns whether the recorder records, or shows what it has recorded. */
export const isRecorderBusy = (): boolean => toPresence(phase) === 'busy';

/** Calls the listener when the recorder changes; returns a function that unsubscribes. */
export const onRecorderChange = subscribe;

/** Returns whether the recorder rests or is busy, for the navigation around it; null on screens without one. */
export function useRecorderPresence(): 'resting' | 'busy' | null {
  const [current, setCurrent] = useState(phase);
  // Not useSyncExternalStore, which subscribes after the paint: a recorder that is mounted together with the navigation
  // would show the other one first.
  useLayoutEffect(() => {
    const update = () => setCurrent(phase);
    update();
    return onRecorderChange(update);
  }, []);
  return toPresence(current);
}

function toPresence(current: Phase): 'resting' | 'busy' | null {
  if (current === null) return null;
  return current === 'idle' || current === 'requesting' || current === 'blocked' ? 'resting' : 'busy';
}
