export const profileLimits = {
  username: {
    minLength: 3,
    maxLength: 24,
    /** A name that was given up is held for its former owner, who leads on from at most `maxHeld`. */
    heldDays: 90,
    maxHeld: 10,
    /** A name that had so many followers, or a podcast for so long, is never given to another. */
    knownFollowers: 10,
    knownPodcastDays: 7,
  },
  podcast: {
    /** The latest stories alone: programs keep those that they have seen. */
    maxStories: 100,
    descriptionLength: 1_000,
  },
} as const;
