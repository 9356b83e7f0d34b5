import type { Context } from 'hono';
import { cacheRules } from '../../http/cache-rules.ts';

/**
 * Redirects a former name to the present address. Programs that store addresses adopt the new one. Caches must not keep the
 * answer: if the user takes the name back, the two addresses would redirect to each other.
 */
export const moveOn = (c: Context, url: string, headers: Readonly<Record<string, string>> = {}): Response =>
  c.body(null, 301, { ...headers, Location: url, 'Cache-Control': cacheRules.none });
