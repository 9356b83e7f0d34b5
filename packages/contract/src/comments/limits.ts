export const commentLimits = {
  /** Within `sameAgainSeconds`, the same text by the same author on the same story is refused. */
  comment: {
    maxLength: 2_000,
    sameAgainSeconds: 300,
    /** The maximal number of people whom one comment notifies by a mention. */
    maxMentions: 5,
  },
  anonymousName: { maxLength: 50 },
} as const;
