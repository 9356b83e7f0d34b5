export const correctionLimits = {
  corrections: {
    /** The maximal number of words of the text that a proposal replaces. */
    maxWords: 12,
    /** The maximal text of these words in characters, longer than any real speech. */
    maxTextLength: 1_000,
    /** The proposed text may have more words, because some may have run together. */
    maxSaidWords: 24,
    maxLength: 200,
    /** The maximal number of open proposals for one story, of one user and of all users. */
    maxPerPerson: 20,
    maxPerStory: 500,
    /** If the author lets listeners decide, this many equal proposals change the text. */
    agreeing: 3,
    /** The maximal number of people whom a text thanks by name. */
    maxThanked: 2,
    /**
     * Waiting proposals are counted up to this number, and only this many of the latest accepted ones are read for the
     * thanks, so that people with older corrections are not named.
     */
    maxCounted: 100,
  },
  explanations: {
    maxLength: 120,
    /** The maximal number of words in an expression. */
    maxWords: 5,
    maxWordLength: 50,
    /** The maximal number of regions of one explanation. */
    maxRegions: 3,
    /** The maximal number of accepted explanations of one story. */
    maxPerStory: 100,
  },
} as const;
