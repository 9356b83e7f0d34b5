import type { Services } from '@relato/api';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { healthRoutes } from './health.ts';

it('pings database and store once for all concurrent callers', async () => {
  const pings = { database: 0, store: 0 };
  const services = {
    database: { ping: async () => void (pings.database += 1) },
    storage: { ping: async () => void (pings.store += 1) },
  } as unknown as Services; // what the route asks for
  const routes = healthRoutes(services, { logger: pino({ enabled: false }), stopping: undefined });
  const answers = await Promise.all(Array.from({ length: 20 }, async () => routes.request('/readyz')));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  // One ping for the first caller, and one for the callers who came during that ping.
  expect(pings).toEqual({ database: 2, store: 2 });
});
