export const collectionLimits = {
  collection: {
    name: { maxLength: 60 },
    /** Those that a user names, and the stories of each. */
    maxCount: 100,
    maxStories: 500,
  },
} as const;
