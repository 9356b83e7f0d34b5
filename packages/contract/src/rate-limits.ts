/**
 * How often something may be done. Every call counts, also each of a batch.
 * `per` says for whom it is counted: `address`, the network a request comes from (an IPv4 address, or the /64 of an
 * IPv6 one and, with a larger share, its /56); `viewer`, who signed in, or else their network; `account`, the e-mail address that a call names; `all`,
 * everyone together.
 */
export interface RateLimit {
  readonly calls: number;
  readonly windowSeconds: number;
  readonly per: 'address' | 'viewer' | 'account' | 'all';
  /** Counted in the database for all processes; otherwise in each process by itself, which costs no write. */
  readonly shared: boolean;
}

const minutes = (count: number): number => count * 60;
const hours = (count: number): number => count * 3_600;

const limit = (calls: number, windowSeconds: number, per: RateLimit['per'], shared = true): RateLimit => ({
  calls,
  windowSeconds,
  per,
  shared,
});

/**
 * A household has 256 networks of IPv6 (a /56), of which each /64 counts by itself and all together for this many: more
 * than one, for some providers put several households into a /56.
 */
export const wideShare = 4;

/** One row a limit. The numbers start from those of Mastodon, Lemmy and Discourse. */
export const rateLimits = {
  /** Everything a page asks for by itself; a school or a mobile network shares an address. */
  read: limit(3_000, minutes(5), 'address', false),
  /** Tokens of sessions that are not, or not any more, each counted once: a browser goes on sending its own. */
  unknownSession: limit(120, minutes(5), 'address', false),
  /** While one types, a search each time one pauses. */
  search: limit(300, minutes(10), 'viewer', false),
  write: limit(300, minutes(5), 'viewer'),
  signUp: limit(5, minutes(30), 'address'),
  signIn: limit(25, minutes(5), 'address'),
  /** Counts failures, and not those of a browser in which the account signed in before: a flood locks no owner out. */
  signInAccount: limit(25, hours(1), 'account'),
  /** Each way to a provider, and each way back. */
  oauth: limit(60, minutes(5), 'address'),
  mail: limit(10, minutes(30), 'address'),
  mailAccount: limit(5, minutes(30), 'account'),
  mailLink: limit(60, minutes(5), 'address'),
  password: limit(10, minutes(15), 'viewer'),
  /** While one types a name. */
  usernameLookup: limit(120, minutes(10), 'viewer', false),
  username: limit(20, hours(1), 'viewer'),
  /** A take sends what it has each second, and several takes may be on their way. */
  upload: limit(3_000, minutes(5), 'viewer', false),
  recording: limit(60, hours(1), 'viewer'),
  /** Seconds that the recordings of an account are looked into: what takes more of them waits. */
  inspectionSeconds: limit(180, hours(1), 'viewer'),
  transcription: limit(20, hours(1), 'viewer'),
  comment: limit(60, minutes(10), 'viewer'),
  anonymousComment: limit(6, minutes(10), 'address'),
  /** A breaker, which counts what was written and no call that failed: members comment on. */
  anonymousComments: limit(300, minutes(10), 'all'),
  report: limit(20, hours(24), 'viewer'),
  /** Of visitors about one story: as a person has one report a story, a network has. */
  visitorReport: limit(1, hours(24 * 7), 'address'),
  appeal: limit(20, hours(24), 'viewer'),
  /** Goes through every story and every profile. */
  counters: limit(10, hours(1), 'viewer'),
  follow: limit(200, hours(1), 'viewer'),
  export: limit(5, hours(24), 'viewer'),
} as const satisfies Readonly<Record<string, RateLimit>>;

export type RateLimitName = keyof typeof rateLimits;
