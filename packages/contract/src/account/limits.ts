export const accountLimits = {
  password: { minLength: 6, maxLength: 128 },
  email: { maxLength: 254 },
  fullName: { maxLength: 100 },
  session: {
    /** The time after a sign-in in which a user need not authenticate again. */
    freshMinutes: 15,
    /**
     * The sessions of an account. The next sign-in ends the oldest, so that a user sees all of them and can end them in a
     * moment.
     */
    maxCount: 100,
    refreshMs: 30_000,
    /** The time after which a browser repeats a failed refresh, and for how long after the last answer it does so. */
    retryMs: 3_000,
    retriedForMs: 60_000,
  },
  /** For this time, the storage of an account also counts for its network. */
  newcomer: { days: 7 },
} as const;
