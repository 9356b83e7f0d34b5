export const profileLimits = {
  username: { minLength: 3, maxLength: 24 },
  podcast: {
    /** The latest stories alone: programs keep those that they have seen. */
    maxStories: 100,
    descriptionLength: 1_000,
  },
} as const;
