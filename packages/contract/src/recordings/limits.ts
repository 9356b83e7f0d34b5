export const recordingLimits = {
  recording: {
    maxDurationMs: 300_000,
    /** The user is told that the end is near when this much time is left. */
    closingMarksMs: [30_000, 10_000],
    /** The length that an encoder may add past the limit. */
    durationToleranceMs: 2_000,
    maxBytes: 16 * 1024 * 1024,
    /** Per user, for originals and served copies. A running upload counts as two of `maxBytes`. */
    maxStoredBytes: 2 * 1024 * 1024 * 1024,
    timesliceMs: 1_000,
    /** An upload that was neither finished nor announced again is removed after this time. */
    abandonedUploadDays: 7,
    /** A recording without a story is removed after this time. A browser that still has it uploads it again. */
    unsavedDays: 30,
    /** Files that a killed process left behind are removed once nothing has touched them for this time. */
    leftoverHours: 24,
    peaks: 100,
    peakMax: 100,
  },
  /** Uploads wait while less than the larger of both is free, because the database may be on the same disk. */
  disk: { minFreeBytes: 500_000_000, minFreeRatio: 0.02, freshMs: 1_000 },
  storageCheck: {
    /** How many recordings one call checks. */
    batchSize: 100,
    /** A call ends its batch early after this time: reading and making copies again takes as long as it takes. */
    batchMs: 15_000,
  },
  inspection: {
    maxAttempts: 5,
    /** For one attempt. A recording of full length takes about two seconds. */
    timeLimitMs: 60_000,
    /** For attempts after one that ran out of time. */
    shortTimeLimitMs: 10_000,
    /** The user is told of a delay after this time. */
    delayedMs: 60_000,
    /** A queued recording keeps its turn if its account has used at most so many more seconds of inspection since. */
    turnSlackSeconds: 5,
    /** The wait before the next look for room on the disk. */
    noRoomSeconds: 60,
  },
} as const;
