import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** The built web app: files by name, and its page for every address that a person may open. */
export function webRoutes(directory: string): Hono {
  const routes = new Hono();
  const files = serveStatic({
    root: directory,
    precompressed: true,
    onFound: (path, c) => {
      // Names under /assets carry a hash of their content.
      const isHashed = path.includes('/assets/');
      c.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = serveStatic({ root: directory, path: 'index.html', precompressed: true });

  routes.get('*', files);
  routes.get('*', async (c, next) => {
    const isPage =
      !/\.\w+$/.test(c.req.path) && (c.req.header('accept') ?? '*/*').match(/text\/html|\*\/\*/) !== null;
    if (!isPage) return c.json({ error: 'NOT_FOUND' }, 404);
    c.header('Cache-Control', 'no-cache');
    return (await page(c, next)) ?? c.text('The web app is not built.', 503);
  });
  return routes;
}
