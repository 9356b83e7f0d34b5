interface Term {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/**
 * How long the server keeps what it knows of people, unless their account ends before. The jobs that delete read their terms here,
 * and the privacy page prints every row.
 */
export const retention = {
  /** Without a visit, and in all. */
  session: { days: 30 },
  longSession: { days: 180 },
  /** Since its last sign-in. */
  trustedDevice: { days: 365 },
  /** Since it expired, so that a late click is told why the link does not work. */
  mailLink: { days: 7 },
  oauthAttempt: { minutes: 10 },
  /** Since the last sign-up with its address. */
  unconfirmedAccount: { days: 7 },
  /** For this time no account gets the address and identities of a suspended account that its owner deleted. */
  signUpBar: { days: 365 },
  /** A name that was given up is held for its former owner, a known one for good. `hold_username` repeats it. */
  formerUsername: { days: 90 },
  /** An upload that was neither finished nor announced again. */
  unfinishedUpload: { days: 7 },
  /** A recording without a story. A browser that still has it uploads it again. */
  unsavedRecording: { days: 30 },
  /** Files that no row names, since they were touched last. */
  leftoverFile: { hours: 24 },
  /**
   * For this time from when it was made, a report opens what was public then, if its author took the story back since, to the
   * moderator who got the case from the queue. The reported text is kept no longer.
   */
  reportedText: { hours: 24 },
  /** The longest freeze for an authority. A deleted story is kept for it alone. */
  frozenStory: { days: 180 },
  /** The bell shows them for so long. */
  news: { days: 90 },
  /** What one server tells the others. */
  liveMessage: { minutes: 10 },
  /** Mails and notifications, after they were sent. They are tried for a day at most. */
  sentMail: { hours: 1 },
  /** A job that is not tried any more, such as a mail, which names a user. */
  failedJob: { days: 14 },
  /** Hashes of where a report was made and is looked into, if it is not decided before. */
  reportNetwork: { days: 90 },
  /** The longest window of the limits, which count calls by network. */
  networkCount: { days: 7 },
  /** The register of exports and deletions, which names no user: as long as the gravest breaches of data protection can be pursued. */
  register: { days: 1_095 },
  /** How full the disk and the database were, which tells nothing of users. */
  spaceUse: { days: 90 },
} as const satisfies Readonly<Record<string, Term>>;

export type RetentionRow = keyof typeof retention;
