export const collectionLimits = {
  collection: {
    name: { maxLength: 60 },
    /** The maximal number of named collections of a user, and of stories in each. */
    maxCount: 100,
    maxStories: 500,
    /** A profile shows only a few at first, because its stories come after them. */
    shownAtFirst: 3,
  },
} as const;
