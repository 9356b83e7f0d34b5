import type { ErrorCode } from '@relato/contract';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

export interface PublicAddress {
  readonly publicUrl: string;
  /** Whether PUBLIC_URL says so: then it is the only address. Otherwise any name of this machine is one, over http. */
  readonly isSet: boolean;
}

/** Says of an origin, as browsers write it, if it is that of the app's own pages: scheme, host and port. */
export type OwnOriginCheck = (c: Context, origin: string) => boolean;

const readsOnly = new Set(['GET', 'HEAD', 'OPTIONS']);
const refusal = { error: 'FOREIGN_ORIGIN' satisfies ErrorCode } as const;
/** Asked by probes, under whatever name the machine has for them. */
const probed = new Set(['/livez', '/readyz', '/metrics']);

export function createOwnOriginCheck({ publicUrl, isSet }: PublicAddress): OwnOriginCheck {
  const ownOrigin = new URL(publicUrl).origin;
  return (c, origin) => origin === ownOrigin || (!isSet && origin === `http://${c.req.header('host')}`);
}

/**
 * Refuses a change that another site's page asks for with our cookie. Browsers say where a request comes from in
 * headers that a page cannot set; programs send neither header, and no cookie that they did not get themselves.
 */
export function sameOriginOnly(isOwnOrigin: OwnOriginCheck): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    if (!readsOnly.has(c.req.method) && isForeign(c, isOwnOrigin)) return c.json(refusal, 403);
    return next();
  });
}

function isForeign(c: Context, isOwnOrigin: OwnOriginCheck): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = c.req.header('origin');
  return origin !== undefined && !isOwnOrigin(c, origin);
}

/**
 * Answers under the host of PUBLIC_URL alone, where it is set: a name that a stranger points to this machine would make
 * browsers take its pages for those of that name.
 */
export function ownHostOnly({ publicUrl, isSet }: PublicAddress): MiddlewareHandler {
  const { host: ownHost, protocol } = new URL(publicUrl);
  return createMiddleware(async (c, next) => {
    const host = c.req.header('host');
    // Some proxies write the port that the scheme implies. Without the header it is no browser that asks.
    const isOwn = host === undefined || URL.parse(`${protocol}//${host}`)?.host === ownHost;
    return !isSet || isOwn || probed.has(c.req.path) ? next() : c.json(refusal, 421);
  });
}
