export const storyLimits = {
  title: { maxLength: 300 },
  tag: { maxLength: 50, maxCount: 30 },
  subject: {
    /** The newest stories of a tag that tell its voices and the tags beside it, and how many of each are shown. */
    maxRead: 200,
    maxVoices: 8,
    maxRelated: 8,
    /** More stories are not counted. */
    maxCounted: 1_000,
  },
  /** The stories on a page of the community feed, and how often it is loaded again. */
  feed: {
    pageSize: 20,
    refreshMs: 30_000,
    /** The stories of so many followed people, the last ones, are in the feed of those. */
    maxFollowed: 5_000,
  },
  /** A reply by voice to a story. */
  reply: {
    maxDurationMs: 60_000,
    /** To one story, of all and of one user. */
    maxOfStory: 1_000,
    maxOfUser: 20,
  },
  /** The stories from which one grew, one from another, that its tree shows, and those of one user that grow from it. */
  tree: { maxDepth: 20, maxOfUser: 20 },
  /** The preview on a card, as specified. `maxLength`, in characters, cuts texts without spaces. */
  preview: { maxWords: 30, maxLength: 400 },
  /** A story is read without a sound when its card has rested in the middle of the screen. */
  silentReading: { restMs: 600 },
  /**
   * A video of a part of a story, as long as WhatsApp's status may be. A frame follows at least so often. How long the recording may
   * take to come, and the encoders to say something.
   */
  clip: {
    maxMs: 30_000,
    shortMs: 15_000,
    frameMs: 100,
    loadTimeoutMs: 120_000,
  },
  /** How far ahead an order of an authority, or its prolongation, may end (LECrim, article 588 octies). */
  /** Before it is prolonged (LECrim, article 588 octies); `retention.frozenStory` is the longest time in all. */
  freeze: { maxDays: 90, caseNumber: { maxLength: 100 } },
  /** The stories that are offered after another one. */
  similar: { count: 6 },
  selectedStory: { scrollWaitMs: 500 },
  /** What the server keeps of what a user hears, if they allow it. */
  listens: {
    /** Those listened to longest ago are forgotten first. */
    maxCount: 2_000,
    /** How many of the last ones say where to go on, on another device. */
    maxPositions: 50,
    maxPerCall: 20,
    /** A device sends no more often than this, unless its page is left. */
    sendMs: 10_000,
    /** Whoever hears so much of a story has heard it to its end: what follows is mostly silence. */
    finishedRatio: 0.95,
  },
  /** What 'Para ti' chooses. */
  forMe: {
    /** Of one author on a page. */
    maxOfAuthor: 2,
    /** One story of so many is new, and has few votes. */
    newcomer: { every: 5, maxDays: 7, maxVotes: 3 },
    /** The stories, the authors and the subjects that a user leaves out, each: the last ones. */
    maxLeftOut: 500,
  },
  /** The stories that a browser keeps to be heard without a network. */
  heard: {
    /** A story counts as heard from this part of it on. */
    fromRatio: 0.5,
    maxCount: 10,
    maxBytes: 40 * 1024 * 1024,
    /** One that could not be checked for so long, because there was no network, is forgotten. */
    maxUncheckedDays: 30,
    /** How often a page asks whether they are still public, at most. */
    checkMs: 60_000,
    /** Recordings need room first: nothing is kept while the browser offers less. */
    minFreeBytes: 200 * 1024 * 1024,
  },
} as const;
