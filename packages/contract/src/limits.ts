/** Every bound of the product. Names carry units; `maxLength` and `minLength` count code points. */
export const limits = {
  recording: {
    maxDurationMs: 300_000,
    /** What an encoder may add past the limit. */
    durationToleranceMs: 2_000,
    maxBytes: 16 * 1024 * 1024,
    /** Per user, for originals and served copies. A running upload counts as two of `maxBytes`. */
    maxStoredBytes: 2 * 1024 * 1024 * 1024,
    sampleRateHz: 44_100,
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
  transcription: {
    /** Even the shortest waits add up to more than an outage of twelve minutes. */
    maxAttempts: 12,
    /** For a job that the provider accepted and failed without a known reason. */
    maxFailedAttempts: 3,
    firstRetryMs: 5_000,
    maxRetryMs: 300_000,
    /** For a job that the provider accepted and neither finished nor refused within an attempt: an hour in all. */
    maxStalledAttempts: 4,
    /** A transcription that waits for the operator is retried after a minute, then with growing delays, for a week. */
    firstSetupRetryMs: 60_000,
    maxSetupRetryMs: 1_800_000,
    maxSetupWaitMs: 7 * 24 * 3_600_000,
    /** How many transcriptions that wait for the operator the start of the server retries at once. */
    wokenAtStart: 500,
  },
  title: { maxLength: 300 },
  transcript: { maxLength: 20_000, maxWords: 3_000, previewWords: 30, previewLength: 400, rows: 6 },
  tag: { maxLength: 50, maxCount: 30 },
  /** The same text by the same author on the same story is refused within `sameAgainSeconds`. */
  comment: { maxLength: 2_000, sameAgainSeconds: 300 },
  moderation: {
    reason: { maxLength: 500 },
    appeal: { maxLength: 2_000 },
    /** For this time the reviewing moderator sees a story that its author unpublished; then another moderator may review. */
    reviewHours: 24,
    /** How many rows one statement recounts or repairs. */
    counterBatch: 500,
    /** How many differences of counters an answer lists at most. */
    shownDifferences: 100,
  },
  anonymousName: { maxLength: 50 },
  username: { minLength: 3, maxLength: 24 },
  password: { minLength: 6, maxLength: 128 },
  email: { maxLength: 254 },
  search: { maxLength: 100 },
  page: { defaultSize: 20, maxSize: 50 },
  batch: { maxCalls: 10 },
  /** How long a browser waits for an answer. Mutations are idempotent and get longer. */
  call: { queryTimeoutMs: 10_000, mutationTimeoutMs: 20_000 },
  body: { maxBytes: 100_000 },
  /** For one call. The largest input is that of the peaks, with a hundred values. */
  input: { maxValues: 1_000, maxDepth: 8 },
  session: {
    idleDays: 30,
    absoluteDays: 180,
    /** For this time after signing in, a user need not authenticate again. */
    freshMinutes: 15,
    /** How many of their sessions a user sees at most. */
    maxShown: 100,
  },
  oauth: {
    attemptMinutes: 10,
    /** For one call of a provider, including its answer. */
    callTimeoutMs: 10_000,
    maxAnswerBytes: 64 * 1024,
    maxReturnPathLength: 500,
  },
  fullName: { maxLength: 100 },
  trustedDevice: { days: 365 },
  /** An account that was never confirmed is deleted this long after the last sign-up with its address. */
  unconfirmedAccount: { days: 7 },
  /** For this time no account gets the address and identities of a suspended account that its owner deleted. */
  signUpBar: { days: 365 },
  mailToken: {
    verificationHours: 24,
    recoveryHours: 1,
    emailChangeHours: 24,
    /** An expired token is kept this long, so that its link can say why it does not work. */
    keptHours: 168,
  },
  player: {
    seekStepSeconds: 0.1,
    loadWaitMs: 100,
    skipSeconds: 15,
    /** The step of the arrow keys; with Shift it is `seekStepSeconds`. */
    keyStepSeconds: 1,
    /** The step of Page Up and Page Down. */
    keyPageSeconds: 10,
  },
  speech: {
    pollIntervalMs: 3_000,
    /** For a call without audio. */
    callTimeoutMs: 20_000,
    /** For a call that carries the audio. Node's fetch gives up after five minutes without an answer. */
    audioTimeoutMs: 300_000,
    /** For a whole attempt. It is less than the time that the job queue allows. */
    totalTimeoutMs: 840_000,
    maxAnswerBytes: 4 * 1024 * 1024,
    maxErrorBytes: 64 * 1024,
    maxErrorLength: 300,
    maxRetryAfterMs: 3_600_000,
  },
  selectedStory: { scrollWaitMs: 500 },
  refresh: { feedMs: 30_000, sessionMs: 30_000, transcriptionMs: 3_000 },
} as const;
