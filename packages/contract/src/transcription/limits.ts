export const transcriptionLimits = {
  transcription: {
    /** Even the shortest waits add up to more than an outage of twelve minutes. */
    maxAttempts: 18,
    /** For a job that the provider accepted and failed without a known reason. */
    maxFailedAttempts: 3,
    firstRetryMs: 5_000,
    /** An account comes a turn later for each so many seconds of sound that were transcribed for it within the hour. */
    turnSeconds: 60,
    /** A backlog is worked off within five minutes of the end of an outage. */
    maxRetryMs: 120_000,
    /** For a job that the provider accepted and neither finished nor refused within an attempt: an hour in all. */
    maxStalledAttempts: 4,
    /** A transcription that waits for the operator is retried after a minute, then with growing delays, for a week. */
    firstSetupRetryMs: 60_000,
    maxSetupRetryMs: 1_800_000,
    maxSetupWaitMs: 7 * 24 * 3_600_000,
    /** How many transcriptions that wait for the operator are queued again in one transaction. */
    wokenAtOnce: 500,
    /** How often the browser asks whether a transcription is done. */
    refreshMs: 3_000,
  },
  transcript: {
    maxLength: 20_000,
    maxWords: 3_000,
    rows: 6,
    /** A word that the transcriber is less sure of is marked. */
    doubtfulBelow: 0.6,
    /** How many edits can be undone. */
    maxUndoSteps: 100,
  },
  /** Words that follow each other, on which a sign is left or for which a correction is proposed. */
  span: {
    maxWords: 60,
    /** Words that another transcript times this differently are still the same ones. */
    maxShiftMs: 2_000,
  },
  captions: {
    /** Apple's limits for podcasts; longer lines do not fit beside a picture. */
    srt: { maxLines: 2, maxLineLength: 32 },
    vtt: { maxLines: 1, maxLineLength: 65 },
    maxCueMs: 7_000,
    /** Less cannot be read. A cue stays this long if nothing is said meanwhile. */
    minCueMs: 1_000,
    /** A pause of this length ends a cue. */
    pauseMs: 700,
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
    /** For an engine that runs on this machine. */
    local: {
      /** From a slow disk, a large model takes a minute. */
      loadTimeoutMs: 120_000,
      /** Six times the longest piece into which a recording is cut. */
      pieceTimeoutMs: 180_000,
      /** How long an unused model stays in memory. */
      idleMs: 60_000,
      /** An engine takes the size of its model, half of it again for computing, and something beside. */
      bytesPerModelByte: 2,
      extraBytes: 768 * 1024 * 1024,
      /** Of a piece. A model in a loop writes some thousand characters. */
      maxTextLength: 10_000,
      maxParts: 2_000,
    },
  },
} as const;
