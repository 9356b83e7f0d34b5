import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

const readsOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that another site's page asks for with our cookie. Browsers say where a request comes from in
 * headers that a page cannot set; programs send neither header, and no cookie that they did not get themselves.
 */
export function sameOriginOnly(publicUrl: string): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    if (!readsOnly.has(c.req.method) && isForeign(c.req.raw.headers, new URL(publicUrl).origin)) {
      return c.json({ error: 'FOREIGN_ORIGIN' }, 403);
    }
    return next();
  });
}

function isForeign(headers: Headers, publicOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = headers.get('origin');
  if (origin === null) return false;
  // The host as the browser sees it: an address of this machine other than PUBLIC_URL is its own origin.
  const own = URL.canParse(origin) && new URL(origin).host === headers.get('host');
  return !own && origin !== publicOrigin;
}
