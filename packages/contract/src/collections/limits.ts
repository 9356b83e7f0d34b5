export const collectionLimits = {
  collection: {
    name: { maxLength: 60 },
    /** Those that a user names, and the stories of each. */
    maxCount: 100,
    maxStories: 500,
    /** A profile shows a few at first, because its stories come after them. */
    shownAtFirst: 3,
  },
} as const;
