import type { Services } from '@relato/api';
import { askTogether } from '@relato/db';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { RoutePolicies } from '../../middleware/authorize-route.ts';

export const healthPolicies = {
  'GET /livez': { description: 'whether the process runs', caller: 'anyone' },
  'GET /readyz': {
    description: 'whether the process reaches its database, and does not stop',
    caller: 'anyone',
  },
} as const satisfies RoutePolicies;

/**
 * `/livez` answers while the process runs. `/readyz` answers 503 if the database does not answer a ping within two seconds
 * or the process has begun to stop, so that a balancer uses another server. A missing store is only named, because all
 * servers miss it and everything except sound works.
 */
export function healthRoutes(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  { logger, stopping }: { readonly logger: Logger; readonly stopping: AbortSignal | undefined },
): Hono {
  const routes = new Hono();
  // Callers need no session and have no limit, and a remote store costs money for each request.
  const pingDatabase = askTogether(() => database.ping());
  const pingStore = askTogether(() => isAnswering(storage, logger));
  routes.get('/livez', (c) => c.text('ok'));
  routes.get('/readyz', async (c) => {
    if (stopping?.aborted) return c.text('stopping', 503);
    try {
      const [, isStored] = await Promise.all([pingDatabase(), pingStore()]);
      return c.text(isStored ? 'ok' : 'ok, without the store');
    } catch (error) {
      logger.error({ err: error }, 'not ready');
      return c.text('database unavailable', 503);
    }
  });
  return routes;
}

async function isAnswering(storage: Services['storage'], logger: Logger): Promise<boolean> {
  try {
    await storage.ping();
    return true;
  } catch (error) {
    logger.warn({ err: error }, 'the store does not answer');
    return false;
  }
}
