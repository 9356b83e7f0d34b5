export const questionLimits = {
  question: {
    text: { maxLength: 160 },
    /** How long its link works. */
    linkDays: 30,
    /** How long a browser keeps the one whose link was followed last. */
    keptDays: 7,
    /** Those of a user whose links work. */
    maxOpen: 100,
    /** The answers to one that many may answer. */
    maxAnswers: 100,
  },
} as const;
