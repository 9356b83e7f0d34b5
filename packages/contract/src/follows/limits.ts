export const followLimits = {
  /** The subjects that a user follows, at most: they stand in one row of the screen. */
  followedTags: { maxCount: 30 },
} as const;
