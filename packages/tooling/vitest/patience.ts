/**
 * The time for which vitest waits. Tests measure nothing by it: slow results on a busy machine still pass, and only missing
 * ones fail.
 */
export const patience = {
  hookTimeout: 180_000,
  testTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} as const;

/**
 * More space for young objects saves a tenth of the processor time of tests, which V8 spends on copying what dies soon, and a
 * collector without threads of its own another tenth, because the tests keep every processor busy.
 */
export const testProcesses = { execArgv: ['--max-semi-space-size=32', '--single-threaded-gc'] };
