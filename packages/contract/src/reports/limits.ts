export const reportLimits = {
  report: {
    /** For this time the reviewing moderator sees a story that its author unpublished; then another moderator may review. */
    reviewHours: 24,
  },
} as const;
