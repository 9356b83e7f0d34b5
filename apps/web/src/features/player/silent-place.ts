/** The story whose words light up without a sound, and where the lit word begins. */
let place: { readonly storyId: string; readonly seconds: number } | null = null;

export const setSilentPlace = (next: typeof place): void => void (place = next);

/** Returns the position, in seconds, at which a silently read story starts to play. Null if it is not being read. */
export const getSilentSeconds = (storyId: string): number | null =>
  place?.storyId === storyId ? place.seconds : null;
