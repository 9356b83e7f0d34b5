export const newsLimits = {
  news: {
    /** The unread ones of one story and hour that are kept; they are shown as one. `tell_user` repeats it. */
    maxOfGroup: 100,
    /** The last unread ones of which the number on the bell is made. */
    maxCounted: 1_000,
    /** The people of whose new stories a user is told. */
    maxPeople: 100,
  },
  push: {
    /** The browsers of a user that get notifications. One more replaces the oldest. */
    maxBrowsers: 10,
    /** The push services of the browsers: an endpoint is at one of these hosts, or below it. */
    hosts: ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'],
    endpointMaxLength: 1_000,
    /** Of one delivery, from the lookup of the host to the status. */
    timeoutMs: 10_000,
    /** For so long a push service keeps what it cannot deliver. */
    ttlSeconds: 86_400,
    /** What happens to one story within this time is one notification. `push_news` repeats it. */
    groupSeconds: 5,
  },
  /** Of a mail: what happened, and the new stories of followed people. */
  digest: { maxNews: 10, maxStories: 10 },
} as const;
