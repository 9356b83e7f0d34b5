export const accountLimits = {
  password: { minLength: 6, maxLength: 128 },
  email: { maxLength: 254 },
  fullName: { maxLength: 100 },
  session: {
    idleDays: 30,
    absoluteDays: 180,
    /** For this time after signing in, a user need not authenticate again. */
    freshMinutes: 15,
    /** Of an account. The next sign-in ends the oldest: a user sees all of them, and all of them end within a moment. */
    maxCount: 100,
    refreshMs: 30_000,
  },
  trustedDevice: {
    days: 365,
    /** Of an account; the one unused for longest is forgotten first. An intruder could collect guesses with more. */
    maxCount: 100,
  },
  mailToken: {
    verificationHours: 24,
    recoveryHours: 1,
    emailChangeHours: 24,
    /** An expired token is kept this long, so that its link can say why it does not work. */
    keptHours: 168,
  },
  oauth: {
    attemptMinutes: 10,
    /** For one call of a provider, including its answer. */
    callTimeoutMs: 10_000,
    maxAnswerBytes: 64 * 1024,
    maxReturnPathLength: 500,
  },
  /** For so long what an account may store also counts for its network. */
  newcomer: { days: 7 },
  /** An account that was never confirmed is deleted this long after the last sign-up with its address. */
  unconfirmedAccount: { days: 7 },
  /** For this time no account gets the address and identities of a suspended account that its owner deleted. */
  signUpBar: { days: 365 },
} as const;
