import type { Track } from '../../player/public.ts';

/**
 * Returns a track for a part of a story that is heard alone, as one word: it leaves the listener's place in the story as it is, and
 * does not count as heard.
 */
export const toExcerpt = (track: Track): Track => ({
  ...track,
  id: `excerpt.${track.id}`,
  src: new URL(track.src, location.href).href,
});
