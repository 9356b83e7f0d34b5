import type { ErrorCode } from '@relato/contract';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

/** What an address may be asked with, by its first part; any other is only read. */
const methodsOf = new Map([
  ['trpc', ['GET', 'POST']],
  ['upload', ['GET', 'HEAD', 'PATCH', 'POST']],
]);
const reads = ['GET', 'HEAD'];
const refusal = { error: 'INVALID_INPUT' satisfies ErrorCode } as const;

/**
 * Refuses what no route speaks: TRACE, which would send a cookie back to a script; OPTIONS, the question before a call
 * from another origin, which nobody may make; a change to WebSocket; an address that is no text.
 */
export function knownRequestsOnly(): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    const methods = methodsOf.get(c.req.path.split('/')[1] ?? '') ?? reads;
    if (!methods.includes(c.req.method)) return c.json(refusal, 405, { Allow: methods.join(', ') });
    if (c.req.header('upgrade')?.toLowerCase() === 'websocket') {
      return c.json(refusal, 400, { Connection: 'close' });
    }
    return isText(c) ? next() : c.json({ error: 'NOT_FOUND' satisfies ErrorCode }, 404);
  });
}

/** Routes and libraries decode it, each in its own way; what is no UTF-8 would fail there. */
function isText(c: Context): boolean {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
    return true;
  } catch {
    return false;
  }
}
