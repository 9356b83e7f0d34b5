import { useLayoutEffect, useState } from 'react';
import type { RecorderState } from './recorder-state.ts';

type Phase = RecorderState['phase'] | null;

let phase: Phase = null;
const listeners = new Set<() => void>();

/** Set by the recorder on the screen; null when it unmounts. */
export function setRecorderPhase(next: Phase): void {
  phase = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns what the recorder does, for the navigation around it; null on screens without one. */
export function useRecorderPresence(): 'resting' | 'busy' | null {
  const [current, setCurrent] = useState(phase);
  // Not useSyncExternalStore, which subscribes after the paint: a recorder that is mounted together with the navigation
  // would show the other one first.
  useLayoutEffect(() => {
    const update = () => setCurrent(phase);
    update();
    return subscribe(update);
  }, []);
  if (current === null) return null;
  return current === 'idle' || current === 'requesting' || current === 'blocked' ? 'resting' : 'busy';
}
