import { expect, it } from 'vitest';
import { findReason } from './server-process.js';

it("the reason of a failed start ignores lines of the killed server's sessions and of refused clients", () => {
  const written = `2026-01-01 10:00:00 UTC FATAL:  terminating connection due to unexpected postmaster exit
2026-01-01 10:00:00 UTC FATAL:  the database system is starting up
2026-01-01 10:00:00 UTC FATAL:  pre-existing shared memory block (key 5, ID 6) is still in use
2026-01-01 10:00:00 UTC HINT:  Terminate any old server processes.
`;
  expect(findReason(written)).toBe('pre-existing shared memory block (key 5, ID 6) is still in use');
});
