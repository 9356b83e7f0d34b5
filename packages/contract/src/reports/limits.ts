export const reportLimits = {
  report: {
    /** After this time, another moderator can take over a review. */
    reviewHours: 24,
    /** The statistics of the queue cover this many days. */
    statsDays: 30,
    /** The views of a moderator of a story within this time make one entry of the log, because a player requests many parts. */
    lookMinutes: 10,
    /** A moderator hears this much before the reported second, to understand its context. */
    leadMs: 10_000,
    /** Moderators hear everything slightly faster and this much softer until they change it. */
    rate: 1.5,
    softerDb: 12,
  },
  /** The lists of words that report a story to moderators. */
  watched: {
    maxLists: 20,
    name: { maxLength: 50 },
    word: { maxLength: 100 },
    maxWords: 10_000,
    maxWeight: 10,
    /** A story is reported if the weights of the lists with matches reach this sum. */
    reportFrom: 10,
    /** The maximal number of matches in a report, and of read comments, newest first. */
    maxFinds: 50,
    maxComments: 500,
    /** Shorter words are not matched with a sign between their letters. */
    minPartedLength: 3,
    /** A dry run over the stories of these days. One call runs for at most `maxMs`. */
    trial: { days: 30, batchSize: 200, maxExamples: 10, maxMs: 3_000 },
  },
} as const;
