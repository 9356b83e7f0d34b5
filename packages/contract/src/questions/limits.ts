export const questionLimits = {
  question: {
    text: { maxLength: 160 },
    /** The days for which the link works. */
    linkDays: 30,
    /** The days for which a browser keeps the question of the last followed link. */
    keptDays: 7,
    /** The maximal number of questions of a user with working links. */
    maxOpen: 100,
    /** The maximal number of answers to a question for many. */
    maxAnswers: 100,
  },
} as const;
