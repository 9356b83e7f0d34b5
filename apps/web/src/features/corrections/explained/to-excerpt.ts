import type { Track } from '../../player/public.ts';

/**
 * Returns a track for a part of a story, such as one word. It keeps the listener's position in the story, and does not count
 * as heard.
 */
export const toExcerpt = (track: Track): Track => ({
  ...track,
  story: undefined,
  id: `excerpt.${track.id}`,
  src: new URL(track.src, location.href).href,
});
