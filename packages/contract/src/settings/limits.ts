export const settingsLimits = {
  /** An announcement is short, because it covers a part of the pages. */
  announcement: { maxLength: 140 },
} as const;
