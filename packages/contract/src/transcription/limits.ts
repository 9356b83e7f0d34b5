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
} as const;
