/** The story whose words light up without a sound, and where the lit word begins. */
let place: { readonly storyId: string; readonly seconds: number } | null = null;

export const setSilentPlace = (next: typeof place): void => void (place = next);

/** Returns where the sound of a story goes on for who reads it without a sound, or null. */
export const getSilentSeconds = (storyId: string): number | null =>
  place?.storyId === storyId ? place.seconds : null;
