import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { cacheRules } from '../http/cache-rules.ts';

/** Returns the policy of pages, which allows inline styles only by their hashes. */
export const toContentSecurityPolicy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // The recorder plays a recording from memory before its upload.
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Routes may replace these headers with their own. */
const replaceable: ReadonlySet<string> = new Set(['Content-Security-Policy', 'Cache-Control']);

/** Returns the security headers of every answer. A route may replace Content-Security-Policy and Cache-Control. */
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
