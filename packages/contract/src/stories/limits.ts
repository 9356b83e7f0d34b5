export const storyLimits = {
  title: { maxLength: 300 },
  tag: { maxLength: 50, maxCount: 30 },
  /** How often the community feed is loaded again. */
  feed: { refreshMs: 30_000 },
  selectedStory: { scrollWaitMs: 500 },
  player: {
    seekStepSeconds: 0.1,
    loadWaitMs: 100,
    skipSeconds: 15,
    /** The step of the arrow keys; with Shift it is `seekStepSeconds`. */
    keyStepSeconds: 1,
    /** The step of Page Up and Page Down. */
    keyPageSeconds: 10,
  },
} as const;
