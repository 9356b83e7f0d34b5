import { retention } from '../retention.ts';

/** Of the connections by which open browsers learn what to ask for anew. Apart from `limits`, because no first screen needs them. */
export const liveLimits = {
  /** Browsers of one user. */
  maxOfUser: 10,
  /** Browsers of one network, signed in or not: a school, or a mobile network. */
  maxOfNetwork: 1_000,
  /** Connections of one process; each takes some 27 kB of memory. */
  maxOfProcess: 12_000,
  /** Stories whose comments the tabs of one browser show. */
  maxStories: 8,
  /** A connection that nobody has begun to read is given up. */
  unreadMs: 10_000,
  /** A message that more connections hear is told to them within so much for each, and at most within `spreadMs`. */
  crowd: { from: 100, msEach: 1 },
  /** Between two events of one connection: what happens meanwhile is told together. */
  minGapMs: 1_000,
  /** A connection whose client has not taken what was sent before the last beat is closed. */
  heartbeatMs: 20_000,
  /** A client that hears nothing for so long connects anew. */
  silentMs: 45_000,
  /** The greatest age of a connection, whose client then opens another one. Some end up to a quarter earlier. */
  maxAgeMs: 600_000,
  /** How often a process asks the database for messages. */
  pollMs: 1_000,
  /** Messages are kept so long: a process that could not ask for half of it may have missed some. */
  keptMs: retention.liveMessage.minutes * 60_000,
  /** The events that a process remembers for clients that come back. */
  maxRemembered: 4_096,
  /** After messages may have been lost, all clients ask anew within this time, and not all at once. */
  spreadMs: 3_000,
  /** A client that was refused, or lost its connection, tries again after one of these times, and then after the last. */
  retryMs: [1_000, 2_000, 5_000, 15_000, 60_000, 300_000],
  /** How often is asked, instead of `refresh.intervalMs`, while a connection tells what is new. */
  refreshMs: 120_000,
} as const;
