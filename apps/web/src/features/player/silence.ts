const listeners = new Set<() => void>();

/** Whoever makes a sound stops at `silence()`. */
export const onSilence = (listener: () => void): void => void listeners.add(listener);

/** Stops what plays: before a recording, which would hear it, and when its listener signs out. Needs no player loaded. */
export function silence(): void {
  for (const listener of listeners) listener();
}
