export const playerLimits = {
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
