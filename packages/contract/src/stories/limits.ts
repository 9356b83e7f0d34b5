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
  /** The stories that are offered after another one. */
  similar: { count: 6 },
  selectedStory: { scrollWaitMs: 500 },
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
