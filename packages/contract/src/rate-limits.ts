/**
 * Bounds how often a call may be made. Each call of a batch counts.
 * `per` names what is counted: `address`, the network of the request (an IPv4 address, or the /64 of an IPv6 address and,
 * with a larger share, its /56); `viewer`, the signed-in user, or else the network; `mailbox`, the e-mail address that the
 * call names, whoever calls; `own`, the caller and the mailbox or the story together, which no stranger can spend; `all`, all
 * callers together.
 */
export interface RateLimit {
  readonly calls: number;
  readonly windowSeconds: number;
  readonly per: 'address' | 'viewer' | 'mailbox' | 'own' | 'all';
  /**
   * `shared`: in the database at each call, for all processes together. `inBatches`: by each process, which adds its counts
   * to those of the others whenever it has `batchShare` of the limit; together they admit at most that much more for each
   * process.
   */
  readonly counted: 'shared' | 'inBatches';
}

const minutes = (count: number): number => count * 60;
const hours = (count: number): number => count * 3_600;

const limit = (
  calls: number,
  windowSeconds: number,
  per: RateLimit['per'],
  counted: RateLimit['counted'] = 'shared',
): RateLimit => ({
  calls,
  windowSeconds,
  per,
  counted,
});

/**
 * A household has 256 IPv6 networks (a /56). Each /64 counts by itself, and the /56 has the share of this many, because
 * some providers put several households into one /56.
 */
export const wideShare = 4;

/** The part of a limit that is `inBatches` which a process may admit before it asks the database. */
export const batchShare = 0.1;

/** The numbers started from those of Mastodon, Lemmy and Discourse. */
export const rateLimits = {
  /** Covers every query that a page makes by itself. The visitors of a school or a mobile network share one address. */
  read: limit(3_000, minutes(5), 'viewer', 'inBatches'),
  /** A search is sent at each pause in the typing. */
  search: limit(300, minutes(10), 'viewer', 'inBatches'),
  /** People and subjects, which are asked for beside each search. */
  people: limit(300, minutes(10), 'viewer', 'inBatches'),
  /** Asked for with each story that is opened: up to four filters of the feed. */
  similar: limit(600, minutes(10), 'viewer', 'inBatches'),
  /** Asked for with each card that rests in the middle of the screen. Visitors of one network share it, and miss an ornament. */
  opening: limit(1_000, minutes(5), 'viewer', 'inBatches'),
  /** Asked for with each story that is opened or played. Visitors of one network share it, and miss an ornament. */
  reactions: limit(1_000, minutes(5), 'viewer', 'inBatches'),
  /** A page of a list shows twenty, each asked for anew at each visit. */
  photo: limit(20_000, minutes(5), 'viewer', 'inBatches'),
  write: limit(300, minutes(5), 'viewer', 'inBatches'),
  signUp: limit(5, minutes(30), 'address'),
  signIn: limit(25, minutes(5), 'address'),
  /** Counts failures of a network at one account. A network alone cannot use up `signInAccount`. */
  signInOwn: limit(5, hours(1), 'own'),
  /**
   * Counts failures at an account on devices that it does not trust, all together; past it they get in by the mailed link. A
   * trusted device has as many for itself.
   */
  signInAccount: limit(25, hours(1), 'mailbox'),
  /** Counts each redirect to a provider and each return. */
  oauth: limit(60, minutes(5), 'address'),
  /** Bounds how many mailboxes a network can write to. */
  mail: limit(10, minutes(30), 'address'),
  /**
   * The mails of one purpose that a network, or a signed-in user, can have sent to one mailbox: to sign up, to have its
   * link again, to recover an account, to change its address. Nobody else can spend them.
   */
  mailOwn: limit(4, hours(24), 'own'),
  /** The mails of one purpose to a mailbox: only the users of many networks together can flood it so far. */
  mailbox: limit(60, hours(24), 'mailbox'),
  /**
   * Past `mailbox`, and past `mailOwn` for a recovery. As long as the shortest-lived link works: a mailbox that gets no further mail
   * has one whose link works, whoever asked for it.
   */
  lateMail: limit(1, hours(1), 'mailbox'),
  /** Also counts the passwords that are chosen with one mailed link, because each costs a hash. */
  password: limit(10, minutes(15), 'viewer'),
  /** A lookup is sent at each pause in the typing. */
  usernameLookup: limit(120, minutes(10), 'viewer', 'inBatches'),
  username: limit(20, hours(1), 'viewer'),
  newPhoto: limit(20, hours(1), 'viewer'),
  /** A recording sends its new bytes each second, and several recordings may be uploading. */
  upload: limit(3_000, minutes(5), 'viewer', 'inBatches'),
  /** Counts recordings when they are announced first, not the calls that continue them. */
  recording: limit(60, hours(1), 'viewer'),
  /**
   * Counts the recordings of all accounts of a network that are younger than `limits.newcomer.days`, so that one network with as many
   * accounts as `signUp` allows does not fill the disk: each recording takes up to 36 MB with its copy and its MP3.
   */
  newcomerRecording: limit(240, hours(24), 'address'),
  /** Not counted for the network: a newcomer's first story is told, whatever strangers of the same network do. */
  firstRecording: limit(1, hours(24 * 7), 'viewer'),
  /** Seconds of CPU time to inspect the recordings of an account. Further recordings wait. */
  inspectionSeconds: limit(180, hours(1), 'viewer'),
  /** Seconds of CPU time to make the MP3s of an account's public stories. Further ones wait. */
  mp3Seconds: limit(600, hours(1), 'viewer'),
  /** Seconds of sound that are transcribed for an account. Further recordings wait. */
  transcribedSeconds: limit(3_600, hours(1), 'viewer'),
  transcription: limit(20, hours(1), 'viewer'),
  comment: limit(60, minutes(10), 'viewer', 'inBatches'),
  correction: limit(60, minutes(10), 'viewer', 'inBatches'),
  explanation: limit(60, hours(24), 'viewer'),
  anonymousComment: limit(6, minutes(10), 'address'),
  /** Counts written comments, not failed calls. When it is reached, only members can comment. */
  anonymousComments: limit(300, minutes(10), 'all'),
  report: limit(20, hours(24), 'viewer'),
  /** For one story: a network of visitors has one report, as a user has. */
  visitorReport: limit(1, hours(24 * 7), 'own'),
  appeal: limit(20, hours(24), 'viewer'),
  /** A recount reads every story and every profile. */
  counters: limit(10, hours(1), 'viewer'),
  /** It writes to the store, and may send a mail. */
  doctor: limit(20, hours(1), 'viewer'),
  follow: limit(200, hours(1), 'viewer', 'inBatches'),
  question: limit(60, hours(24), 'viewer'),
  /** A link has too many bits to be guessed: this bounds what guessing costs. */
  questionLink: limit(300, minutes(10), 'viewer', 'inBatches'),
  export: limit(5, hours(24), 'viewer'),
} as const satisfies Readonly<Record<string, RateLimit>>;

export type RateLimitName = keyof typeof rateLimits;
