export const adminLimits = {
  counters: {
    /** How many rows one statement recounts or repairs. */
    batchSize: 500,
    /** How many differences of counters an answer lists at most. */
    shownDifferences: 100,
  },
} as const;
