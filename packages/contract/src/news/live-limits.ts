/**
 * The limits of the connections that tell open browsers which data to reload. They are separate from `limits`, because no
 * first screen needs them.
 */
export const liveLimits = {
  /** The connections of one user's browsers. */
  maxOfUser: 10,
  /** The browsers of one network, signed in or not, such as a school or a mobile network. */
  maxOfNetwork: 1_000,
  /** The connections of one process, each of which takes some 27 kB of memory. */
  maxOfProcess: 12_000,
  /** The stories whose comments the tabs of one browser show. */
  maxStories: 8,
  /** A connection is closed if nothing begins to read it for this long. */
  unreadMs: 10_000,
  /** A message for more connections is spread over this time per connection, up to `spreadMs`. */
  crowd: { from: 100, msEach: 1 },
  /** The shortest time between two events of one connection. Meanwhile events are combined. */
  minGapMs: 1_000,
  /** The interval of heartbeats. A connection whose client has not read what was sent before the last one is closed. */
  heartbeatMs: 20_000,
  /** A client without any bytes for this long reconnects. */
  silentMs: 45_000,
  /** The greatest age of a connection, whose client then reconnects. Some end up to a quarter earlier. */
  maxAgeMs: 600_000,
  /** The interval at which a process reads messages from the database. */
  pollMs: 1_000,
  /** The events that a process remembers for reconnected clients. */
  maxRemembered: 4_096,
  /** After a possible loss of messages, all clients reload within this time instead of all at once. */
  spreadMs: 3_000,
  /** The waits of a refused or disconnected client before its attempts. The last one repeats. */
  retryMs: [1_000, 2_000, 5_000, 15_000, 60_000, 300_000],
  /** The interval of reloading that replaces `refresh.intervalMs` while a connection reports news. */
  refreshMs: 120_000,
} as const;
