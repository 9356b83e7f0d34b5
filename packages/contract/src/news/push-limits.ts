/** The limits of notifications by push. They are separate from `limits`, because no first screen needs them. */
export const pushLimits = {
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
} as const;
