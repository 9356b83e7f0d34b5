const listeners = new Set<() => void>();

/** Whoever makes a sound stops at `stopAllAudio()`. */
export const onStopAllAudio = (listener: () => void): void => void listeners.add(listener);

/** Stops what plays: before a recording, which would hear it, and when its listener signs out. Needs no player loaded. */
export function stopAllAudio(): void {
  for (const listener of listeners) listener();
}
