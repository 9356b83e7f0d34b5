export const blockLimits = {
  block: {
    /** The people whom a user blocks or mutes. */
    maxPeople: 1_000,
    /** How long a mute may last that ends by itself. */
    muteDays: [1, 7, 30],
  },
  mutedWord: { maxLength: 50, maxCount: 100 },
} as const;
