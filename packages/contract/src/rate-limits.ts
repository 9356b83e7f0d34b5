/**
 * Limits how often a call may be made. Each call of a batch counts. `per` names the counted key: `address`, the network of
 * the request (an IPv4 address, or the /64 of an IPv6 address and, with a larger share, its /56); `viewer`, the signed-in
 * user, or else the network; `mailbox`, the mailbox of the address in the call (`toMailboxOwner`; for guesses the address itself), for all callers; `own`, the caller with the mailbox
 * or the story, which no other caller can use up; `all`, all callers together.
 */
export interface RateLimit {
  readonly calls: number;
  readonly windowSeconds: number;
  readonly per: 'address' | 'viewer' | 'mailbox' | 'own' | 'all';
  /**
   * `shared` counts each call in the database, for all processes together. `inBatches` counts in each process, which adds
   * its counts to the database whenever it has `batchShare` of the limit. Each process therefore admits at most that much
   * more.
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
 * A household has 256 IPv6 networks (a /56). Each /64 counts on its own, and the /56 gets this many shares, because some
 * providers put several households into one /56.
 */
export const wideShare = 4;

/** The share of an `inBatches` limit that a process may admit between two counts in the database. */
export const batchShare = 0.1;

/** The numbers derive from those of Mastodon, Lemmy and Discourse. */
export const rateLimits = {
  /** Covers every automatic query of a page. The visitors of a school or a mobile network share one address. */
  read: limit(3_000, minutes(5), 'viewer', 'inBatches'),
  /** The browser sends a search at each pause in the typing. */
  search: limit(300, minutes(10), 'viewer', 'inBatches'),
  /** Counts the searches for people and subjects that accompany each search. */
  people: limit(300, minutes(10), 'viewer', 'inBatches'),
  /** Counts the similar stories below each opened story, which take up to four filters of the feed. */
  similar: limit(600, minutes(10), 'viewer', 'inBatches'),
  /**
   * Counts the openings of cards that rest in the middle of the screen. Visitors of one network share the limit, and past it
   * only miss an ornament.
   */
  opening: limit(1_000, minutes(5), 'viewer', 'inBatches'),
  /**
   * Counts the reactions of each opened or played story. Visitors of one network share the limit, and past it only miss an
   * ornament.
   */
  reactions: limit(1_000, minutes(5), 'viewer', 'inBatches'),
  /** A page of a list shows twenty photos, which are requested at each visit. */
  photo: limit(20_000, minutes(5), 'viewer', 'inBatches'),
  write: limit(300, minutes(5), 'viewer', 'inBatches'),
  signUp: limit(5, minutes(30), 'address'),
  signIn: limit(25, minutes(5), 'address'),
  /** Counts failures of a network at one account, so that a network alone cannot use up `signInAccount`. */
  signInOwn: limit(5, hours(1), 'own'),
  /**
   * Counts failures at an account on all untrusted devices together. Past the limit, these sign in by the mailed link. A
   * trusted device has a limit of its own.
   */
  signInAccount: limit(25, hours(1), 'mailbox'),
  /** Counts each redirect to a provider and each return. */
  oauth: limit(60, minutes(5), 'address'),
  /** Limits the number of mailboxes that a network can write to. */
  mail: limit(10, minutes(30), 'address'),
  /**
   * Counts the mails of one purpose from a network, or a signed-in user, to one mailbox: to sign up, to repeat its link, to
   * recover an account, to change its address. Nobody else can use up the limit.
   */
  mailOwn: limit(4, hours(24), 'own'),
  /** Counts the mails of one purpose to a mailbox. Only the users of many networks together can reach it. */
  mailbox: limit(60, hours(24), 'mailbox'),
  /**
   * Applies past `mailbox`, and past `mailOwn` for a recovery. Its window is the life of the shortest-lived link, so that a
   * mailbox without further mails still has a link that works, whoever requested it.
   */
  lateMail: limit(1, hours(1), 'mailbox'),
  /** Also counts the passwords that are chosen with one mailed link, because each costs a hash. */
  password: limit(10, minutes(15), 'viewer'),
  /** The browser looks a username up at each pause in the typing. */
  usernameLookup: limit(120, minutes(10), 'viewer', 'inBatches'),
  username: limit(20, hours(1), 'viewer'),
  newPhoto: limit(20, hours(1), 'viewer'),
  /** A recording sends its new bytes each second, and several recordings may upload at once. */
  upload: limit(3_000, minutes(5), 'viewer', 'inBatches'),
  /** Counts the first announcement of each recording, not the calls that continue it. */
  recording: limit(60, hours(1), 'viewer'),
  /**
   * Counts the recordings of all accounts of a network that are younger than `limits.newcomer.days`. Otherwise the accounts
   * that `signUp` allows for one network could fill the disk, because each recording takes up to 36 MB with its copy and its
   * MP3.
   */
  newcomerRecording: limit(240, hours(24), 'address'),
  /** Not counted for the network, so that a newcomer can record a first story, whatever others of the same network do. */
  firstRecording: limit(1, hours(24 * 7), 'viewer'),
  /** Seconds of CPU time for the inspection and the loudness of an account's recordings. Further recordings wait. */
  inspectionSeconds: limit(180, hours(1), 'viewer'),
  /** Seconds of CPU time for the MP3s of an account's public stories. Further ones wait. */
  mp3Seconds: limit(600, hours(1), 'viewer'),
  /** Seconds of transcribed sound of an account. Further recordings wait. */
  transcribedSeconds: limit(3_600, hours(1), 'viewer'),
  transcription: limit(20, hours(1), 'viewer'),
  comment: limit(60, minutes(10), 'viewer', 'inBatches'),
  correction: limit(60, minutes(10), 'viewer', 'inBatches'),
  explanation: limit(60, hours(24), 'viewer'),
  anonymousComment: limit(6, minutes(10), 'address'),
  /** Counts created comments, not failed calls. Past the limit, only members can comment. */
  anonymousComments: limit(300, minutes(10), 'all'),
  report: limit(20, hours(24), 'viewer'),
  /** Counts reports of one story, so that a network of visitors has one report like a user. */
  visitorReport: limit(1, hours(24 * 7), 'own'),
  appeal: limit(20, hours(24), 'viewer'),
  /** A recount reads every story and every profile. */
  counters: limit(10, hours(1), 'viewer'),
  /** Counts the batches of a run, which takes thousands and waits at the limit, apart from what the administrator does meanwhile. */
  batches: limit(3_000, minutes(5), 'viewer', 'inBatches'),
  /** Each examination writes to the store, and may send a mail. */
  doctor: limit(20, hours(1), 'viewer'),
  follow: limit(200, hours(1), 'viewer', 'inBatches'),
  question: limit(60, hours(24), 'viewer'),
  /** A link has too many bits to be guessed. The limit bounds the cost of guessing. */
  questionLink: limit(300, minutes(10), 'viewer', 'inBatches'),
  export: limit(5, hours(24), 'viewer'),
} as const satisfies Readonly<Record<string, RateLimit>>;

export type RateLimitName = keyof typeof rateLimits;
