export const recordingLimits = {
  recording: {
    maxDurationMs: 300_000,
    /** The user is told that the end is near when this much time is left. */
    closingMarksMs: [30_000, 10_000],
    /** The length that an encoder may add past the limit. */
    durationToleranceMs: 2_000,
    /** A recording that breaks off is kept if so much of it holds. */
    leastRecoveredMs: 1_000,
    maxBytes: 16 * 1024 * 1024,
    /** Each second of the MP3s that are made of public stories. */
    mp3Kilobits: 64,
    /**
     * Per user, for originals, served copies and MP3s. A running upload counts as two of `maxBytes`, and each recording with the MP3
     * that it has once it is public, so that no publication takes more.
     */
    maxStoredBytes: 2 * 1024 * 1024 * 1024,
    timesliceMs: 1_000,
    /** It is listed for its user after this time: until then another device is probably at it. */
    unsavedListedMinutes: 15,
    /** An upload that did not end is listed after this time: 16 MB take an hour over a very bad network. */
    unfinishedListedMinutes: 120,
    /**
     * The cleanup removes as many files that no row names by itself, or this part of all objects if that is more. A process that is killed leaves
     * a few; many are those of a time that the database does not know, as after a restore, or of another database.
     */
    leftovers: { count: 20, ratio: 0.001 },
    /**
     * All are played at this loudness (LUFS), the usual one of speech on phones, if their loudest moment stays below
     * `maxTruePeak` (dBTP). What is nearly silent gets no louder than by `maxGainDb`.
     */
    loudness: { lufs: -16, maxTruePeak: -1, maxGainDb: 20 },
    /** The loudness of so many slices is kept: a waveform shows this many bars at most. */
    peaks: 100,
    peakMax: 100,
  },
  /**
   * How far each disguise moves pitch and formants, in semitones: a number between the two is drawn. Three semitones are 16 %. Where
   * the two go apart, the first formant follows by half.
   */
  disguise: {
    deep: { pitch: [-5, -3.2], formants: [-4.5, -3.2] },
    high: { pitch: [3.2, 5], formants: [3.2, 4.5] },
    strange: { pitch: [3.2, 5], formants: [-6.5, -5.7] },
  },
  /** A failed part of an upload is sent again after growing delays, and given up after so many failures in a row. */
  upload: {
    firstRetryMs: 500,
    maxRetryMs: 15_000,
    /** Of what the server asks for. */
    maxRetryAfterMs: 30_000,
    maxFailures: 5,
    /** Once the recording is complete and the server has received nothing for this long, the next failure is the last. */
    maxStillMs: 30_000,
  },
  /** Uploads wait while less than the larger of both is free, because the database may be on the same disk. */
  disk: {
    minFreeBytes: 500_000_000,
    minFreeRatio: 0.02,
    freshMs: 1_000,
    /** Kept in a file for the recovery of the embedded database: four segments of its log. */
    reserveBytes: 64 * 1024 * 1024,
  },
  storageCheck: {
    /** How many recordings one call checks. */
    batchSize: 100,
    /** A call ends its batch early after this time: reading and making copies again takes as long as it takes. */
    batchMs: 15_000,
  },
  inspection: {
    maxAttempts: 5,
    /** For one attempt. A recording of full length takes five seconds, or twenty if it is encoded. */
    timeLimitMs: 90_000,
    /** For attempts after one that ran out of time. */
    shortTimeLimitMs: 20_000,
    /** The user is told of a delay after this time. */
    delayedMs: 60_000,
    /** A queued recording keeps its turn if its account has used at most so many more seconds of inspection since. */
    turnSlackSeconds: 5,
    /** The wait before the next look for room on the disk. */
    noRoomSeconds: 60,
    /** The wait before an inspection that the store has failed. */
    noStoreSeconds: 5,
  },
} as const;
