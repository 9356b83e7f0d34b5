import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { cacheRules } from '../http/cache-rules.ts';

/** Returns the policy of pages, which allows styles inside them by their hashes alone. */
export const toContentSecurityPolicy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // A recording is played from memory before it is uploaded.
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The routes that have a rule of their own say so. */
const replaceable: ReadonlySet<string> = new Set(['Content-Security-Policy', 'Cache-Control']);

/** Returns the security headers of every answer. A route may have another Content-Security-Policy and Cache-Control. */
export const toSecurityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': toContentSecurityPolicy([]),
  'Cache-Control': cacheRules.none,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
  ...(publicUrl.startsWith('https://') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});

/** Sets the security headers of every answer. */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const all = Object.entries(toSecurityHeaders(publicUrl));
  return createMiddleware(async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of all) {
      if (!replaceable.has(name) || !headers.has(name)) headers.set(name, value);
    }
  });
}
