export const profileLimits = {
  username: {
    minLength: 3,
    maxLength: 24,
    /** The former names that lead on to their owner. */
    maxHeld: 10,
    /** A name that had so many followers, or a podcast for so long, is never given to another. */
    knownFollowers: 10,
    knownPodcastDays: 7,
  },
  /** What a user writes about themselves. */
  about: { maxLength: 160 },
  /** A square, in two sizes: for the page of a user, and beside their name in lists. `maxBytes` is what a browser sends of it. */
  photo: { pixels: 512, smallPixels: 96, maxBytes: 64_000, maxPixels: 1_024 },
  podcast: {
    /** The latest stories alone: programs keep those that they have seen. */
    maxStories: 100,
    descriptionLength: 1_000,
  },
} as const;
