export const appealLimits = {
  appeal: { maxLength: 2_000 },
} as const;
