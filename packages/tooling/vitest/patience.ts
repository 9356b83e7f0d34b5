/**
 * For how long vitest waits for what must happen. No test measures anything by it: what is slow on a busy machine still passes,
 * and only what never comes fails.
 */
export const patience = {
  hookTimeout: 180_000,
  testTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} as const;
