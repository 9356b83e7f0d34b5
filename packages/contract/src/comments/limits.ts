export const commentLimits = {
  /** The same text by the same author on the same story is refused within `sameAgainSeconds`. */
  comment: {
    maxLength: 2_000,
    sameAgainSeconds: 300,
    /** The people who are told that a comment names them. */
    maxMentions: 5,
  },
  anonymousName: { maxLength: 50 },
} as const;
