export const reactionLimits = {
  reactions: {
    /** From this many people on, others see which parts of a story moved people. Its author sees it from the first one on. */
    minPeople: 5,
    /** The number of equal parts of a recording for that view. */
    slices: 48,
    /** The text of longer words is not stored, so that only their time identifies them. */
    maxTextLength: 1_000,
    /** The maximal number of signs of a user on a story. */
    maxPerStory: 50,
    /** The latest signs of a story that are read, so that a famous one costs no more than another. */
    maxCounted: 1_000,
    /** The time of a long press on a word, about as long as for the menu of a browser. */
    holdMs: 450,
  },
} as const;
