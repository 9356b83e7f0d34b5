export const correctionLimits = {
  corrections: {
    /** A proposal is for this many words of the text at most. */
    maxWords: 12,
    /** The text of these words, in characters. Nobody says a longer one. */
    maxTextLength: 1_000,
    /** What was said instead may have more words, because some may have run together. */
    maxSaidWords: 24,
    maxLength: 200,
    /** The open proposals for one story, of one user and of all. */
    maxPerPerson: 20,
    maxPerStory: 500,
    /** Where the author lets listeners decide, this many who say the same change the text. */
    agreeing: 3,
    /** This many people are thanked by name under a text. */
    maxThanked: 2,
    /**
     * Waiting proposals are counted up to this number, and this many of the last accepted ones are looked at for the people to thank:
     * those whose corrections are all older are not named.
     */
    maxCounted: 100,
  },
  explanations: {
    maxLength: 120,
    /** A word, or an expression of so many. */
    maxWords: 5,
    maxWordLength: 50,
    /** The regions of one explanation. */
    maxRegions: 3,
    /** The accepted ones of one story. */
    maxPerStory: 100,
  },
} as const;
