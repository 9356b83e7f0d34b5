import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { RoutePolicies } from '../middleware/authorize-route.ts';

export const webAppPolicies = {
  'GET /*': { description: 'the built web app', caller: 'anyone' },
} as const satisfies RoutePolicies;

/** The files of the built web app. The build writes a compressed copy beside each text file. */
export function webAppRoutes(directory: string): Hono {
  const routes = new Hono();
  const files = serveStatic({ root: directory, precompressed: true });

  routes.use(etag());
  routes.get('*', async (c, next) => {
    const file: unknown = await files(c, next);
    if (!(file instanceof Response)) return;
    const { headers } = file;
    headers.set('Vary', 'Accept-Encoding');
    // File names under /assets contain a hash of the content.
    const isHashed = c.req.path.startsWith('/assets/');
    if (isHashed) headers.set('ETag', `"${c.req.path}:${headers.get('Content-Encoding') ?? 'identity'}"`);
    headers.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    return file;
  });
  routes.get('*', (c) => c.json({ error: 'NOT_FOUND' }, 404));
  return routes;
}
