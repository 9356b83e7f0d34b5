export const profileLimits = {
  username: { minLength: 3, maxLength: 24 },
} as const;
