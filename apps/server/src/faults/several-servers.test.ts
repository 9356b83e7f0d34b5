import { expect, it } from 'vitest';
import { runSeveralServers } from '../testing/drills/servers/several-servers.ts';

// The short form of the drill `servers` of `npm run test:faults`.

it('two servers and two workers behind nginx lose nothing and fail no request', async () => {
  // The drill measures how soon a job goes on; here other tests use the processors as well.
  const result = await runSeveralServers(1, { resumedAtMostMs: 60_000 });
  expect(result).toMatchObject({ lost: 0, doubled: 0, problems: [] });
  expect(result.acknowledged).toBeGreaterThan(0);
}, 600_000);
