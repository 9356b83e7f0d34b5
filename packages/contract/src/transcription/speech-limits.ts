/** The limits of speech providers. They are separate from `limits`, because no browser needs them. */
export const speechLimits = {
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
} as const;
