export const accountLimits = {
  password: { minLength: 6, maxLength: 128 },
  email: { maxLength: 254 },
  fullName: { maxLength: 100 },
  session: {
    /** For this time after signing in, a user need not authenticate again. */
    freshMinutes: 15,
    /** Of an account. The next sign-in ends the oldest: a user sees all of them, and all of them end within a moment. */
    maxCount: 100,
    refreshMs: 30_000,
  },
  trustedDevice: {
    /** Of an account; the one unused for longest is forgotten first. An intruder could collect guesses with more. */
    maxCount: 100,
  },
  mailToken: {
    verificationHours: 24,
    recoveryHours: 1,
    emailChangeHours: 24,
  },
  oauth: {
    /** For one call of a provider, including its answer. */
    callTimeoutMs: 10_000,
    maxAnswerBytes: 64 * 1024,
    maxReturnPathLength: 500,
  },
  /** For so long what an account may store also counts for its network. */
  newcomer: { days: 7 },
} as const;
