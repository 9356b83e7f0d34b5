/**
 * The time for which vitest waits. Tests measure nothing by it: slow results on a busy machine still pass, and only missing
 * ones fail.
 */
export const patience = {
  hookTimeout: 180_000,
  testTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} as const;
