export const blockLimits = {
  block: {
    /** The maximal number of people whom a user blocks or mutes. */
    maxPeople: 1_000,
    /** The durations of a mute that ends by itself. */
    muteDays: [1, 7, 30],
  },
  mutedWord: { maxLength: 50, maxCount: 100 },
} as const;
