import type { Services } from '@relato/api';
import { Hono } from 'hono';
import type { Logger } from 'pino';

/** `/livez`: the process runs. `/readyz`: it can do its work, told within the two seconds of the database's ping. */
export function healthRoutes({ database }: Pick<Services, 'database'>, logger: Logger): Hono {
  const routes = new Hono();
  routes.get('/livez', (c) => c.text('ok'));
  routes.get('/readyz', async (c) => {
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
