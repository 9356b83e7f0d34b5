import type { ErrorCode } from '@relato/contract';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { RequestHead } from './request-head.ts';

export interface PublicAddress {
  readonly publicUrl: string;
  /** True if PUBLIC_URL is set, which is then the only valid origin. Without it, every name of this machine over http is valid. */
  readonly isSet: boolean;
}

/** Returns whether an `Origin` header names the app's own pages. Compares scheme, host and port. */
export type OwnOriginCheck = (c: RequestHead, origin: string) => boolean;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const refusal = { error: 'FOREIGN_ORIGIN' satisfies ErrorCode } as const;
/** Probes request these under any host name. */
const probePaths = new Set(['/livez', '/readyz', '/metrics']);

export function createOwnOriginCheck({ publicUrl, isSet }: PublicAddress): OwnOriginCheck {
  const ownOrigin = new URL(publicUrl).origin;
  return (c, origin) => origin === ownOrigin || (!isSet && origin === `http://${c.req.header('host')}`);
}

/**
 * Refuses changes that a page of another site requests with our cookie. Browsers name the origin in headers that pages
 * cannot set. Programs send neither header, and only cookies that they received themselves.
 */
export function rejectForeignOrigins(isOwnOrigin: OwnOriginCheck): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    if (isForeignChange(c, isOwnOrigin)) return c.json(refusal, 403);
    return next();
  });
}

/** Returns whether a page of another site requests a change. */
export function isForeignChange(c: RequestHead, isOwnOrigin: OwnOriginCheck): boolean {
  if (safeMethods.has(c.req.method)) return false;
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = c.req.header('origin');
  return origin !== undefined && !isOwnOrigin(c, origin);
}

/**
 * Returns whether a request names the host of PUBLIC_URL, if that is set. Otherwise a domain of an attacker that points to
 * this machine would share the origin of our pages (DNS rebinding).
 */
export type OwnHostCheck = (c: RequestHead) => boolean;

export function createOwnHostCheck({ publicUrl, isSet }: PublicAddress): OwnHostCheck {
  const { host: ownHost, protocol } = new URL(publicUrl);
  return (c) => {
    const host = c.req.header('host');
    // Browsers always send the header.
    if (!isSet || host === undefined || host === ownHost || probePaths.has(c.req.path)) return true;
    // Some proxies add the default port of the scheme.
    return URL.parse(`${protocol}//${host}`)?.host === ownHost;
  };
}

/** Refuses requests for other hosts. */
export function rejectForeignHosts(isOwnHost: OwnHostCheck): MiddlewareHandler {
  return createMiddleware(async (c, next) => (isOwnHost(c) ? next() : c.json(refusal, 421)));
}
