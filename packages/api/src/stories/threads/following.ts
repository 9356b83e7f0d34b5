import type { StoryOrigin, StorySummary } from '@relato/contract';

/** Returns what a story says of the one from which it follows. `mayReturn`: its author is told whether that one is only out of sight. */
export const toFollowing = (
  origin: StoryOrigin,
  mayReturn: boolean,
): Pick<StorySummary, 'origin' | 'isShared'> => ({
  origin: { ...origin, ...(mayReturn && !origin.story && { isAway: true }) },
  ...(origin.kind === 'reply' && origin.story && { isShared: true }),
});
