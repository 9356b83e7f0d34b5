export const playerLimits = {
  player: {
    seekStepSeconds: 0.1,
    loadWaitMs: 100,
    skipSeconds: 15,
    /** The button for the previous story begins the current one again from so far on. */
    againAfterSeconds: 3,
    /** The listener is asked once whether the next story plays by itself: after so many stories heard to their end. */
    askAfterHeard: 3,
    /** More of the list is loaded when fewer stories are to come. */
    fewUpcoming: 3,
    sleepMinutes: [15, 30],
    /** The step of the arrow keys; with Shift it is `seekStepSeconds`. */
    keyStepSeconds: 1,
    /** The step of Page Up and Page Down. */
    keyPageSeconds: 10,
  },
} as const;
