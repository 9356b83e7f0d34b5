/** The limits of staff and operators. They are separate from `limits`, because no first screen needs them. */
export const adminLimits = {
  counters: {
    /** The number of rows that one statement recounts or repairs. */
    batchSize: 500,
    /** The maximal number of counter differences in an answer. */
    shownDifferences: 100,
  },
  /** The overview counts exactly up to this many rows of a table. */
  overview: { countedRows: 10_000 },
  /**
   * A trend covers `trendDays` with at least `minDays` measurements. A full disk within `soonDays` is a warning, and one
   * beyond `horizonDays` is not shown.
   */
  space: { trendDays: 30, minDays: 7, soonDays: 30, horizonDays: 1_095 },
  /** Past these the doctor says that something is wrong. */
  doctor: { clockMs: 2_000, certificateDays: 14, backupDays: 7, waitMs: 10_000 },
} as const;
