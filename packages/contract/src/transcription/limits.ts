export const transcriptionLimits = {
  transcription: {
    /** Even the shortest waits together outlast an outage of twelve minutes. */
    maxAttempts: 18,
    /** The attempts of a job that the provider accepted and failed without a known reason. */
    maxFailedAttempts: 3,
    firstRetryMs: 5_000,
    /** An account loses one turn for each of these units of transcribed sound within the hour. */
    turnSeconds: 60,
    /** The longest wait, so that a backlog is done within five minutes of the end of an outage. */
    maxRetryMs: 120_000,
    /** The attempts of a job that the provider accepted and neither finished nor refused, an hour in all. */
    maxStalledAttempts: 4,
    /** A transcription that waits for the operator is retried after a minute, and then with growing delays for a week. */
    firstSetupRetryMs: 60_000,
    maxSetupRetryMs: 1_800_000,
    maxSetupWaitMs: 7 * 24 * 3_600_000,
    /** The number of transcriptions waiting for the operator that one transaction queues again. */
    wokenAtOnce: 500,
    /** The interval at which the browser checks a transcription. */
    refreshMs: 3_000,
  },
  transcript: {
    maxLength: 20_000,
    maxWords: 3_000,
    rows: 6,
    /** Words with a lower confidence are marked. */
    doubtfulBelow: 0.6,
    /** The number of edits that can be undone. */
    maxUndoSteps: 100,
  },
  /** The consecutive words of a sign or a correction. */
  span: {
    maxWords: 60,
    /** Words whose time differs by up to this in another transcript are still the same ones. */
    maxShiftMs: 2_000,
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
  speech: {
    pollIntervalMs: 3_000,
    /** The limit of a call without audio. */
    callTimeoutMs: 20_000,
    /** The limit of a call with the audio. Node's fetch gives up after five minutes without an answer. */
    audioTimeoutMs: 300_000,
    /** The limit of a whole attempt, below that of the job queue. */
    totalTimeoutMs: 840_000,
    maxAnswerBytes: 4 * 1024 * 1024,
    maxErrorBytes: 64 * 1024,
    maxErrorLength: 300,
    maxRetryAfterMs: 3_600_000,
    /** The limits of an engine on this machine. */
    local: {
      /** A large model takes a minute from a slow disk. */
      loadTimeoutMs: 120_000,
      /** Six times the longest piece of a recording. */
      pieceTimeoutMs: 180_000,
      /** The time for which an unused model stays in memory. */
      idleMs: 60_000,
      /** An engine takes the size of its model, half of it again for computing, and some more. */
      bytesPerModelByte: 2,
      extraBytes: 768 * 1024 * 1024,
      /** The longest text of a piece, because a model in a loop writes thousands of characters. */
      maxTextLength: 10_000,
      maxParts: 2_000,
    },
  },
} as const;
