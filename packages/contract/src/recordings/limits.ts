export const recordingLimits = {
  recording: {
    maxDurationMs: 300_000,
    /** The remaining times at which the recorder warns the user of the end. */
    closingMarksMs: [30_000, 10_000],
    /** The length that an encoder may add beyond the limit. */
    durationToleranceMs: 2_000,
    /** A broken file is kept if its intact beginning is at least this long. */
    leastRecoveredMs: 1_000,
    maxBytes: 16 * 1024 * 1024,
    /** The bit rate of the MP3s of public stories. */
    mp3Kilobits: 64,
    /**
     * The storage of a user for originals, served copies and MP3s. A running upload counts as two of `maxBytes`, and each
     * recording counts with the MP3 that it would have as a public one, so that publishing never needs more.
     */
    maxStoredBytes: 2 * 1024 * 1024 * 1024,
    timesliceMs: 1_000,
    /** The time until a recording is listed for its user. Before, another device is probably using it. */
    unsavedListedMinutes: 15,
    /** The time until an unfinished upload is listed, because 16 MB take an hour over a very bad network. */
    unfinishedListedMinutes: 120,
    /**
     * The cleanup removes this number of files without a row by itself, or this share of all objects if that is more. A
     * killed process leaves a few such files. Many of them mean that the rows are missing, as after a restore or with
     * another database.
     */
    leftovers: { count: 20, ratio: 0.001 },
    /**
     * The playback loudness of all recordings (LUFS), which is usual for speech on phones, unless their peak would exceed
     * `maxTruePeak` (dBTP). A nearly silent recording gains at most `maxGainDb`.
     */
    loudness: { lufs: -16, maxTruePeak: -1, maxGainDb: 20 },
    /** The number of stored loudness values, which is also the maximal number of bars of a waveform. */
    peaks: 100,
    peakMax: 100,
  },
  /** A failed part of an upload is sent again after growing delays. The upload fails after this many failures in a row. */
  upload: {
    firstRetryMs: 500,
    maxRetryMs: 15_000,
    /** The longest wait that the client accepts from the server. */
    maxRetryAfterMs: 30_000,
    maxFailures: 5,
    /** After the recording is complete and the server has received nothing for this long, the next failure is the last. */
    maxStillMs: 30_000,
  },
} as const;
