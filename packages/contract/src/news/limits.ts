export const newsLimits = {
  news: {
    /** The unread items of one story and hour that are kept and shown as one. `tell_user` repeats the number. */
    maxOfGroup: 100,
    /** The number on the bell counts this many of the latest unread items. */
    maxCounted: 1_000,
    /** The maximal number of people whose new stories notify a user. */
    maxPeople: 100,
  },
} as const;
