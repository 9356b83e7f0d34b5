import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';

/**
 * The built web app: files by name, and its page for every address that a person may open. The build has put a
 * compressed copy beside each text.
 */
export function webRoutes(directory: string): Hono {
  const routes = new Hono();
  const files = serveStatic({ root: directory, precompressed: true });
  const page = serveStatic({ root: directory, path: 'index.html', precompressed: true });

  routes.use(etag());
  routes.get('*', async (c, next) => {
    const file: unknown = await files(c, next);
    if (!(file instanceof Response)) return;
    const { headers } = file;
    headers.set('Vary', 'Accept-Encoding');
    // Names under /assets carry a hash of their content.
    const isHashed = c.req.path.startsWith('/assets/');
    if (isHashed) headers.set('ETag', `"${c.req.path}:${headers.get('Content-Encoding') ?? 'identity'}"`);
    headers.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    return file;
  });
  routes.get('*', async (c, next) => {
    const accepted = c.req.header('accept') ?? '*/*';
    // A username may end as the name of a file does.
    const isFile = /\.\w+$/.test(c.req.path) && !c.req.path.startsWith('/u/');
    const isPage = !isFile && /text\/html|\*\/\*/.test(accepted);
    if (!isPage) return c.json({ error: 'NOT_FOUND' }, 404);
    c.header('Cache-Control', 'no-cache');
    const answer: unknown = await page(c, next);
    if (!(answer instanceof Response)) return c.text('The web app is not built.', 503);
    answer.headers.set('Vary', 'Accept-Encoding');
    return answer;
  });
  return routes;
}
