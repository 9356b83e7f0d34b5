export const storyLimits = {
  title: { maxLength: 300 },
  tag: { maxLength: 50, maxCount: 30 },
  subject: {
    /** The newest stories of a subject that determine its voices and related tags, and how many of each are shown. */
    maxRead: 200,
    maxVoices: 8,
    maxRelated: 8,
    /** Counts of stories stop here. */
    maxCounted: 1_000,
  },
  /** The size of a page of the community feed, and the interval of its reload. */
  feed: {
    pageSize: 20,
    refreshMs: 30_000,
    /** The feed of followed people contains the stories of this many, latest first. */
    maxFollowed: 5_000,
  },
  /** The limits of a spoken reply to a story. */
  reply: {
    maxDurationMs: 60_000,
    /** The maximal number of replies to one story, of all users and of one user. */
    maxOfStory: 1_000,
    maxOfUser: 20,
  },
  /** The preview on a card, as specified. `maxLength` is in characters, and cuts texts without spaces. */
  preview: { maxWords: 30, maxLength: 400 },
  /** A silent reading starts after its card has rested in the middle of the screen. */
  silentReading: { restMs: 600 },
  /**
   * A video of a part of a story, as long as a WhatsApp status allows. `frameMs` is the longest time between frames, and
   * `loadTimeoutMs` limits the download and the silence of the encoders.
   */
  clip: {
    maxMs: 30_000,
    shortMs: 15_000,
    frameMs: 100,
    loadTimeoutMs: 120_000,
  },
  /**
   * The longest term of an order of an authority or of its prolongation (LECrim, article 588 octies).
   * `retention.frozenStory` is the longest time in all.
   */
  freeze: { maxDays: 90, caseNumber: { maxLength: 100 } },
  selectedStory: { scrollWaitMs: 500 },
  /** The positions of a listener on the server, if they allow it. */
  listens: {
    /** The positions that were listened to longest ago are forgotten first. */
    maxCount: 2_000,
    /** The number of latest positions that other devices can continue. */
    maxPositions: 50,
    maxPerCall: 20,
    /** A device waits this long between two updates, unless its page is left. */
    sendMs: 10_000,
    /** From this share on, a story counts as heard to its end, because the rest is mostly silence. */
    finishedRatio: 0.95,
  },
  /** The stories that a browser keeps for listening offline. */
  heard: {
    /** A story counts as heard from this share on. */
    fromRatio: 0.5,
    maxCount: 10,
    maxBytes: 40 * 1024 * 1024,
    /** A story that could not be checked for this long, because the network was missing, is deleted. */
    maxUncheckedDays: 30,
    /** The shortest time between two checks of a page whether these stories are still public. */
    checkMs: 60_000,
    /** The browser keeps nothing below this free space, because recordings need space first. */
    minFreeBytes: 200 * 1024 * 1024,
  },
} as const;
