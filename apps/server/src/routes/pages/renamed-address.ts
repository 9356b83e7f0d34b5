import type { Context } from 'hono';
import { cacheRules } from '../../http/cache-rules.ts';

/**
 * Answers with the present address of what a former name leads to. Programs that keep addresses take the new one; caches
 * must not keep the answer: the user may take the name back, and the two addresses would lead to each other.
 */
export const moveOn = (c: Context, url: string, headers: Readonly<Record<string, string>> = {}): Response =>
  c.body(null, 301, { ...headers, Location: url, 'Cache-Control': cacheRules.none });
