import { useSyncExternalStore } from 'react';
import type { RecorderState } from './recorder-state.ts';

type Phase = RecorderState['phase'] | null;

let phase: Phase = null;
const listeners = new Set<() => void>();

/** Told by the recorder that is on the screen, and null when it goes. */
export function setRecorderPhase(next: Phase): void {
  phase = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What the recorder does, for what stands around it; null on a screen without one. */
export function useRecorderPresence(): 'resting' | 'busy' | null {
  const current = useSyncExternalStore(subscribe, () => phase);
  if (current === null) return null;
  return current === 'idle' || current === 'requesting' || current === 'blocked' ? 'resting' : 'busy';
}
