/**
 * The limits of subjects that only servers read. They are separate from `limits`, which every screen loads. Names contain
 * units.
 */
export const serverLimits = {
  /** The body of a call. */
  body: { maxBytes: 100_000 },
  /**
   * The greatest lag of a replica that answers reads, the interval and the timeout of its check, and the pause after a
   * failed read.
   */
  replica: { maxLagMs: 5_000, checkMs: 200, answerMs: 500, restMs: 1_000 },
  /** The limits of one call. The peaks are the largest input, with a hundred values. */
  input: { maxValues: 1_000, maxDepth: 8 },
  /** Uploads wait while the free space is below the larger of both, because the database may be on the same disk. */
  disk: {
    minFreeBytes: 500_000_000,
    minFreeRatio: 0.02,
    freshMs: 1_000,
    /** The size of a file that is freed for the recovery of the embedded database, as large as four segments of its log. */
    reserveBytes: 64 * 1024 * 1024,
  },
  storageCheck: {
    /** The number of recordings that one call checks. */
    batchSize: 100,
    /** A call ends its batch early after this time, because reading and remaking copies may take long. */
    batchMs: 15_000,
  },
  inspection: {
    maxAttempts: 5,
    /** The limit of one attempt. A recording of full length takes five seconds, or twenty if it is encoded. */
    timeLimitMs: 90_000,
    /** The limit of attempts after a timeout. */
    shortTimeLimitMs: 20_000,
    /** The time until the user learns of a delay. */
    delayedMs: 60_000,
    /** A queued recording keeps its turn if its account has used at most this many further seconds of inspection. */
    turnSlackSeconds: 5,
    /** The wait before the next check for space on the disk. */
    noRoomSeconds: 60,
    /** The wait before an inspection that failed because of the store. */
    noStoreSeconds: 5,
  },
  captions: {
    /** Apple's limits for podcasts, because longer lines do not fit beside a picture. */
    srt: { maxLines: 2, maxLineLength: 32 },
    vtt: { maxLines: 1, maxLineLength: 65 },
    maxCueMs: 7_000,
    /** The shortest readable time of a cue, if the pause allows it. */
    minCueMs: 1_000,
    /** A pause of this length ends a cue. */
    pauseMs: 700,
  },
  trustedDevice: {
    /**
     * The trusted devices of an account. The one that is unused for longest is forgotten first, because an intruder could
     * collect guesses with more.
     */
    maxCount: 100,
  },
  oauth: {
    /** The time limit of one call of a provider, with its answer. */
    callTimeoutMs: 10_000,
    maxAnswerBytes: 64 * 1024,
    maxReturnPathLength: 500,
  },
  podcast: {
    /** A feed contains only the latest stories, because programs keep older ones. */
    maxStories: 100,
    descriptionLength: 1_000,
  },
  /** The suggestions after a story. */
  similar: { count: 6 },
  /** The limits of 'Para ti'. */
  forMe: {
    /** The maximal number of stories by one author on a page. */
    maxOfAuthor: 2,
    /** One of this many stories is new, with few votes. */
    newcomer: { every: 5, maxDays: 7, maxVotes: 3 },
    /** The number of latest exclusions of each kind: stories, authors and subjects. */
    maxLeftOut: 500,
  },
  /** The limits of a mail: events, and new stories of followed people. */
  /** Of the `maxRead` newest stories, those with muted words are left out. */
  digest: { maxNews: 10, maxStories: 10, maxRead: 100 },
  mailToken: {
    verificationHours: 24,
    recoveryHours: 1,
    emailChangeHours: 24,
  },
  /** The maximal number of ancestors in the tree of a story, and of one user's stories among its follow-ups. */
  tree: { maxDepth: 20, maxOfUser: 20 },
} as const;
