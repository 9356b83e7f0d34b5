import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** The built web app: files by name, and its page for every address that a person may open. */
export function webRoutes(directory: string): Hono {
  const routes = new Hono();
  const files = serveStatic({ root: directory, precompressed: true });
  const page = serveStatic({ root: directory, path: 'index.html', precompressed: true });

  routes.get('*', async (c, next) => {
    const file: unknown = await files(c, next);
    if (!(file instanceof Response)) return;
    // Names under /assets carry a hash of their content.
    const isHashed = c.req.path.startsWith('/assets/');
    file.headers.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    return file;
  });
  routes.get('*', async (c, next) => {
    const accepted = c.req.header('accept') ?? '*/*';
    // A username may end as the name of a file does.
    const isFile = /\.\w+$/.test(c.req.path) && !c.req.path.startsWith('/u/');
    const isPage = !isFile && /text\/html|\*\/\*/.test(accepted);
    if (!isPage) return c.json({ error: 'NOT_FOUND' }, 404);
    c.header('Cache-Control', 'no-cache');
    return (await page(c, next)) ?? c.text('The web app is not built.', 503);
  });
  return routes;
}
