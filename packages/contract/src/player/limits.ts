export const playerLimits = {
  player: {
    seekStepSeconds: 0.1,
    loadWaitMs: 100,
    skipSeconds: 15,
    /** From this time on, the button for the previous story restarts the current one. */
    againAfterSeconds: 3,
    /** After this many stories heard to their end, the player asks once whether the next one should play by itself. */
    askAfterHeard: 3,
    /** The list loads more stories when fewer remain. */
    fewUpcoming: 3,
    sleepMinutes: [15, 30],
    /** The step of the arrow keys. With Shift it is `seekStepSeconds`. */
    keyStepSeconds: 1,
    /** The step of Page Up and Page Down. */
    keyPageSeconds: 10,
  },
} as const;
