export const reportLimits = {
  report: {
    /**
     * For this time from when it was made, a report opens what was public then, if its author took the story back since, to the
     * moderator who got the case from the queue. The reported text is kept no longer.
     */
    openHours: 24,
    /** A review that lasts longer can be taken over by another moderator. */
    reviewHours: 24,
    /** The looks of a moderator at a story within this time are one line of the log: a player asks for many parts. */
    lookMinutes: 10,
  },
} as const;
