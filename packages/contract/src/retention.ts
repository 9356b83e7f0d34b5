interface Term {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/**
 * The time for which the server keeps data about people, unless their account ends earlier. The deleting jobs read their
 * terms here, and the privacy page prints every row.
 */
export const retention = {
  /** The time without a visit. `longSession` is the greatest age. */
  session: { days: 30 },
  longSession: { days: 180 },
  /** The time since its last sign-in. */
  trustedDevice: { days: 365 },
  /** The time since it expired, so that a late click still explains why the link does not work. */
  mailLink: { days: 7 },
  oauthAttempt: { minutes: 10 },
  /** The time since the last sign-up with its address. */
  unconfirmedAccount: { days: 7 },
  /** For this time, no account gets the address and identities of a suspended account that its owner deleted. */
  signUpBar: { days: 365 },
  /** A former name stays reserved for its owner, and a known one for good. `hold_username` repeats the number. */
  formerUsername: { days: 90 },
  /** An upload that was neither finished nor announced again. */
  unfinishedUpload: { days: 7 },
  /** A recording without a story. A browser that still has it uploads it again. */
  unsavedRecording: { days: 30 },
  /** The time since the last change of a file that no row names. */
  leftoverFile: { hours: 24 },
  /**
   * For this time after a report, the moderator who got the case from the queue can open the reported version, even if its
   * author has withdrawn the story since. Then the reported text is deleted.
   */
  reportedText: { hours: 24 },
  /** The longest freeze for an authority, for which alone a deleted story is kept. */
  frozenStory: { days: 180 },
  /** The time for which the bell shows an item. */
  news: { days: 90 },
  /** The messages between servers. */
  liveMessage: { minutes: 10 },
  /** The time since a mail or notification was sent. Attempts last for a day at most. */
  sentMail: { hours: 1 },
  /** A permanently failed job, such as a mail, which names a user. */
  failedJob: { days: 14 },
  /** Hashes of the networks of a report and of its review, unless it is decided before. */
  reportNetwork: { days: 90 },
  /** The longest window of the limits that count calls by network. */
  networkCount: { days: 7 },
  /**
   * The register of exports and deletions, without names of users: kept until the gravest breaches of data protection become
   * time-barred.
   */
  register: { days: 1_095 },
  /** The figures of each day, such as the used space and the number of users, which reveal nothing about anyone. */
  spaceUse: { days: 90 },
} as const satisfies Readonly<Record<string, Term>>;

export type RetentionRow = keyof typeof retention;
