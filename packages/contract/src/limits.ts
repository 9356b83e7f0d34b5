/** Every bound of the product. Units are in the names; `durationMs` in milliseconds, sizes in bytes, lengths in code points. */
export const limits = {
  recording: {
    maxDurationMs: 300_000,
    /** What an encoder may add past the limit before a recording counts as too long. */
    durationToleranceMs: 2_000,
    maxBytes: 16 * 1024 * 1024,
    /** Of one person, originals and the copies that are served; what is being uploaded counts as two of `maxBytes`. */
    maxStoredBytes: 2 * 1024 * 1024 * 1024,
    sampleRateHz: 44_100,
    timesliceMs: 1_000,
    /** After which an upload that was neither finished nor announced again is let go of. */
    abandonedUploadDays: 7,
    /** After which a recording that nobody made a story of is. Who comes back with it later uploads it again. */
    unsavedDays: 30,
    /** What an upload left on the disk goes only when it lay still for so long. */
    leftoverHours: 24,
    peaks: 100,
    peakMax: 100,
  },
  /** Less free than the larger of both, and uploads wait: the database may live on the same disk. */
  disk: { minFreeBytes: 500_000_000, minFreeRatio: 0.02, freshMs: 1_000 },
  inspection: {
    maxAttempts: 5,
    /** Of one attempt; a full-length recording takes about two seconds. */
    timeLimitMs: 60_000,
    /** Of the attempts after one that ran out of time. */
    shortTimeLimitMs: 10_000,
    /** After which a person is told that it takes longer than it should. */
    delayedMs: 60_000,
    /** By how many seconds an account may have used up more than when a recording was queued, and keep its turn. */
    turnSlackSeconds: 5,
    /** How long it waits for room on the disk. */
    noRoomSeconds: 60,
  },
  transcription: {
    /** Even the shortest waits together outlast an outage of the provider of twelve minutes. */
    maxAttempts: 12,
    /** Of a job that the provider accepted and gave up without a reason that says more. */
    maxFailedAttempts: 3,
    firstRetryMs: 5_000,
    maxRetryMs: 300_000,
    /** Of a job that the provider accepted and neither did nor refused within a whole attempt: an hour in all. */
    maxStalledAttempts: 4,
    /** What waits for the operator is tried once a minute at first, then ever more rarely, for a week. */
    firstSetupRetryMs: 60_000,
    maxSetupRetryMs: 1_800_000,
    maxSetupWaitMs: 7 * 24 * 3_600_000,
    /** Of those that wait for the operator, how many a start tries at once. */
    wokenAtStart: 500,
  },
  title: { maxLength: 300 },
  transcript: { maxLength: 20_000, maxWords: 3_000, previewWords: 30, previewLength: 400, rows: 6 },
  tag: { maxLength: 50, maxCount: 30 },
  /** The same words by the same name under the same story are a slip, or a flood. */
  comment: { maxLength: 2_000, sameAgainSeconds: 300 },
  moderation: {
    reason: { maxLength: 500 },
    appeal: { maxLength: 2_000 },
    /** For how long who looks into reports sees a story that its author took back; after that another may. */
    reviewHours: 24,
    /** Rows of the counters that are looked at or repaired in one go. */
    counterBatch: 500,
    /** Differences of counters that are shown of however many there are. */
    shownDifferences: 100,
  },
  anonymousName: { maxLength: 50 },
  username: { minLength: 3, maxLength: 24 },
  password: { minLength: 6, maxLength: 128 },
  email: { maxLength: 254 },
  search: { maxLength: 100 },
  page: { defaultSize: 20, maxSize: 50 },
  batch: { maxCalls: 10 },
  /** How long a browser waits for an answer; a change, which is repeatable, gets longer to arrive. */
  call: { queryTimeoutMs: 10_000, mutationTimeoutMs: 20_000 },
  body: { maxBytes: 100_000 },
  /** Of one call. The largest input is that of the peaks, with a hundred values. */
  input: { maxValues: 1_000, maxDepth: 8 },
  session: {
    idleDays: 30,
    absoluteDays: 180,
    /** For how long after signing in a person counts as just proven. */
    freshMinutes: 15,
    /** Of the own sessions, however many there are. */
    maxShown: 100,
  },
  oauth: {
    attemptMinutes: 10,
    /** One call of a provider, its answer included. */
    callTimeoutMs: 10_000,
    maxAnswerBytes: 64 * 1024,
    maxReturnPathLength: 500,
  },
  fullName: { maxLength: 100 },
  trustedDevice: { days: 365 },
  /** After the last sign-up with its address, an account that was never confirmed goes. */
  unconfirmedAccount: { days: 7 },
  /** For how long no account gets the address and the identities of a suspended one that its owner deleted. */
  signUpBar: { days: 365 },
  mailToken: {
    verificationHours: 24,
    recoveryHours: 1,
    emailChangeHours: 24,
    /** After it is over, so that who follows it late is told why it does not work. */
    keptHours: 168,
  },
  player: {
    seekStepSeconds: 0.1,
    loadWaitMs: 100,
    skipSeconds: 15,
    /** Of the arrow keys; with Shift they go by `seekStepSeconds`. */
    keyStepSeconds: 1,
    /** Of Page Up and Page Down. */
    keyPageSeconds: 10,
  },
  speech: {
    pollIntervalMs: 3_000,
    /** One call that only asks or tells. */
    callTimeoutMs: 20_000,
    /** One call that carries the audio. Node's fetch itself gives up after five minutes without an answer. */
    audioTimeoutMs: 300_000,
    /** One attempt as a whole; less than the job queue lets it run. */
    totalTimeoutMs: 840_000,
    maxAnswerBytes: 4 * 1024 * 1024,
    maxErrorBytes: 64 * 1024,
    maxErrorLength: 300,
    maxRetryAfterMs: 3_600_000,
  },
  selectedStory: { scrollWaitMs: 500 },
  refresh: { feedMs: 30_000, sessionMs: 30_000, transcriptionMs: 3_000 },
} as const;
