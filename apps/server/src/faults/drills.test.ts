import { expect, it } from 'vitest';
import { killServer } from '../testing/drills/servers/killed-server.ts';
import { restartByTurns } from '../testing/drills/servers/rolling-restart.ts';

// The short form of `npm run test:faults`, which tries these and other faults many times.

it.each([
  ['REL-01: a server that is killed loses and doubles nothing that it has acknowledged', () => killServer(1)],
  ['REL-19: two servers behind nginx that restart by turns fail no request', () => restartByTurns(2)],
])('%s', async (_title, run) => {
  const result = await run();
  expect(result).toMatchObject({ lost: 0, doubled: 0, problems: [] });
  expect(result.acknowledged).toBeGreaterThan(0);
});
