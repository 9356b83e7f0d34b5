export const commentLimits = {
  /** The same text by the same author on the same story is refused within `sameAgainSeconds`. */
  comment: { maxLength: 2_000, sameAgainSeconds: 300 },
  anonymousName: { maxLength: 50 },
} as const;
