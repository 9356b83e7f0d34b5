import type { ErrorCode } from '@relato/contract';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

/** The allowed methods by the first segment of the path. Other paths allow reads only. */
const methodsOf = new Map([
  ['trpc', ['GET', 'POST']],
  ['compartir', ['GET', 'HEAD', 'POST']],
  ['baja', ['GET', 'HEAD', 'POST']],
  ['upload', ['GET', 'HEAD', 'PATCH', 'POST']],
]);
const readMethods = ['GET', 'HEAD'];
const refusal = { error: 'INVALID_INPUT' satisfies ErrorCode } as const;

/**
 * Refuses requests that no route supports: TRACE, which would echo a cookie to a script; OPTIONS, the preflight of
 * cross-origin calls, which are never allowed; upgrades to WebSocket; and paths that are not valid UTF-8.
 */
export function rejectUnsupportedRequests(): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    const methods = methodsOf.get(c.req.path.split('/')[1] ?? '') ?? readMethods;
    if (!methods.includes(c.req.method)) return c.json(refusal, 405, { Allow: methods.join(', ') });
    if (c.req.header('upgrade')?.toLowerCase() === 'websocket') {
      return c.json(refusal, 400, { Connection: 'close' });
    }
    return isDecodable(c) ? next() : c.json({ error: 'NOT_FOUND' satisfies ErrorCode }, 404);
  });
}

/** Routes and libraries decode the path, and would fail on invalid UTF-8, each in its own way. */
function isDecodable(c: Context): boolean {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
    return true;
  } catch {
    return false;
  }
}
