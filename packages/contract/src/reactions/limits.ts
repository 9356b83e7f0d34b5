export const reactionLimits = {
  reactions: {
    /** Others see where a story moved people from so many people on. Its author sees it from the first one on. */
    minPeople: 5,
    /** The equal parts of a recording by which that is told. */
    slices: 48,
    /** Words that are longer together are kept by their time alone. */
    maxTextLength: 1_000,
    /** The signs that a user may leave on a story. */
    maxPerStory: 50,
    /** The last signs of a story are looked at, so that a famous one costs no more than another. */
    maxCounted: 1_000,
    /** How long a word is held, about as long as for the menu of a browser. */
    holdMs: 450,
  },
} as const;
