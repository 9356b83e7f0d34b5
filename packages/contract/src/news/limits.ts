export const newsLimits = {
  news: {
    /** The unread items of one story and hour that are kept and shown as one. `tell_user` repeats the number. */
    maxOfGroup: 100,
    /** The number on the bell counts this many of the latest unread items. */
    maxCounted: 1_000,
    /** The maximal number of people whose new stories notify a user. */
    maxPeople: 100,
  },
  push: {
    /** The browsers of a user that get notifications. A further one replaces the oldest. */
    maxBrowsers: 10,
    /** The hosts of the push services of browsers. An endpoint is at one of them, or below it. */
    hosts: ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'],
    endpointMaxLength: 1_000,
    /** The time limit of one delivery, from the lookup of the host to the status. */
    timeoutMs: 10_000,
    /** The time for which a push service keeps undelivered notifications. */
    ttlSeconds: 86_400,
    /** The events of one story within this time make one notification. `push_news` repeats the number. */
    groupSeconds: 5,
  },
  /** The limits of a mail: events, and new stories of followed people. */
  digest: { maxNews: 10, maxStories: 10 },
} as const;
