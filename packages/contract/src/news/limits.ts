export const newsLimits = {
  news: {
    /** Shown and kept for so long. */
    days: 90,
    /** The unread ones of one story and hour that are kept; they are shown as one. `tell_user` repeats it. */
    maxOfGroup: 100,
    /** The last unread ones of which the number on the bell is made. */
    maxCounted: 1_000,
    /** The people of whose new stories a user is told. */
    maxPeople: 100,
  },
} as const;
