import { patience } from '../slowness.ts';

/**
 * Options of `expect.poll` for a job of the server that must end before a test can begin. On a busy machine a job waits for
 * the processor as long as all other work.
 */
export const untilJob = { intervals: [50], timeout: 120_000 * patience };
