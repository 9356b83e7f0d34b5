const listeners = new Set<() => void>();

/** Registers a source of sound; it must stop when `listener` is called. */
export const onStopAllAudio = (listener: () => void): void => void listeners.add(listener);

/**
 * Stops all sound: before a recording, which would hear it, and when the user signs out. Works without loading the
 * player.
 */
export function stopAllAudio(): void {
  for (const listener of listeners) listener();
}
