export const profileLimits = {
  username: {
    minLength: 3,
    maxLength: 24,
    /** The maximal number of former names that redirect to their owner. */
    maxHeld: 10,
    /** A name with this many followers, or with a podcast for this long, never goes to another user. */
    knownFollowers: 10,
    knownPodcastDays: 7,
  },
  /** The text of a user about themselves. */
  about: { maxLength: 160 },
  /**
   * A square picture in two sizes: for the page of a user, and beside names in lists. `maxBytes` limits the upload of a
   * browser.
   */
  photo: { pixels: 512, smallPixels: 96, maxBytes: 64_000, maxPixels: 1_024 },
} as const;
