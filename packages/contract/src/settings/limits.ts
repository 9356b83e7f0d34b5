export const settingsLimits = {
  /** An announcement lies over the pages, so it is short. */
  announcement: { maxLength: 140 },
} as const;
