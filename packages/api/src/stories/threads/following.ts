import type { StoryOrigin, StorySummary } from '@relato/contract';

/** Returns the origin of a story for its summary. `mayReturn` tells its author that the origin is only temporarily hidden. */
export const toFollowing = (
  origin: StoryOrigin,
  mayReturn: boolean,
): Pick<StorySummary, 'origin' | 'isShared'> => ({
  origin: { ...origin, ...(mayReturn && !origin.story && { isAway: true }) },
  ...(origin.kind === 'reply' && origin.story && { isShared: true }),
});
