import type { Services } from '@relato/api';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { RoutePolicies } from '../middleware/authorize-route.ts';

export const healthPolicies = {
  'GET /livez': { description: 'whether the process runs', caller: 'anyone' },
  'GET /readyz': {
    description: 'whether the process reaches its database, and does not stop',
    caller: 'anyone',
  },
} as const satisfies RoutePolicies;

/**
 * `/livez`: the process runs. `/readyz`: it reaches its database, answered within the two seconds of a ping, and has not
 * begun to stop, so that a balancer sends its requests elsewhere.
 */
export function healthRoutes(
  { database }: Pick<Services, 'database'>,
  { logger, stopping }: { readonly logger: Logger; readonly stopping: AbortSignal | undefined },
): Hono {
  const routes = new Hono();
  routes.get('/livez', (c) => c.text('ok'));
  routes.get('/readyz', async (c) => {
    if (stopping?.aborted) return c.text('stopping', 503);
    try {
      await database.ping();
      return c.text('ok');
    } catch (error) {
      logger.error({ err: error }, 'not ready');
      return c.text('database unavailable', 503);
    }
  });
  return routes;
}
