export const followLimits = {
  /** The maximal number of subjects that a user follows, because they share one row of the screen. */
  followedTags: { maxCount: 30 },
} as const;
