export const reportLimits = {
  report: {
    /** A review that lasts longer can be taken over by another moderator. */
    reviewHours: 24,
    /** The statistics of the queue are of the last days. */
    statsDays: 30,
    /** The looks of a moderator at a story within this time are one line of the log: a player asks for many parts. */
    lookMinutes: 10,
    /** A moderator hears what was reported from so long before it, to know what it is about. */
    leadMs: 10_000,
    /** Moderators hear everything a little faster, and this much softer, until they choose otherwise. */
    rate: 1.5,
    softerDb: 12,
  },
  /** Lists of words that put a story before a moderator. */
  watched: {
    maxLists: 20,
    name: { maxLength: 50 },
    word: { maxLength: 100 },
    maxWords: 10_000,
    maxWordsPerCall: 500,
    maxWeight: 10,
    /** The weights of the lists with a word in a story put it before a moderator from this sum on. */
    reportFrom: 10,
    /** What a report names at most, and how many comments of a story are read, the newest. */
    maxFinds: 50,
    maxComments: 500,
    /** Words shorter than this are not looked for with a sign between their letters. */
    minPartedLength: 3,
    /** A dry run over the stories of the last days; a call of it goes on for so long. */
    trial: { days: 30, batchSize: 200, maxExamples: 10, maxMs: 3_000 },
  },
} as const;
