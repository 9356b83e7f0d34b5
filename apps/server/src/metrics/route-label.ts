import { findPolicy } from '@relato/api';

const sessions = /^\/auth\/(google|facebook)(\/callback)?$/;
const patterns: readonly (readonly [pattern: RegExp, route: string])[] = [
  [/^\/audio\/[^/]+$/, '/audio/:storyId'],
  [/^\/transcript\/[^/]+$/, '/transcript/:file'],
  [/^\/upload\/[^/]+$/, '/upload/:id'],
  [/^\/embed\/[^/]+$/, '/embed/:storyId'],
  [/^\/u\/[^/]+\/feed\.xml$/, '/u/:username/feed.xml'],
  [/^\/tema\/[^/]+\/feed\.xml$/, '/tema/:tag/feed.xml'],
  [/^\/feed\/[^/]+$/, '/feed/:file'],
  [/^\/photo\/[^/]+$/, '/photo/:file'],
  [/^\/preview\/[^/]+$/, '/preview/:file'],
  [/^\/sitemap\/[^/]+$/, '/sitemap/:file'],
  [/^\/legal\/[^/]+$/, '/legal/:page'],
];
const fixed = new Set([
  '/',
  '/upload',
  '/export',
  '/oembed',
  '/compartir',
  '/baja',
  '/privacidad',
  '/robots.txt',
  '/sitemap.xml',
  '/livez',
  '/readyz',
  '/metrics',
]);

/** Returns the route of a path. The number of routes is fixed, whatever paths clients send. */
export function toRouteLabel(path: string): string {
  if (path.startsWith('/trpc/')) return toCallLabel(path.slice('/trpc/'.length));
  if (path.startsWith('/assets/')) return '/assets/*';
  if (fixed.has(path)) return path;
  const known = patterns.find(([pattern]) => pattern.test(path));
  if (known) return known[1];
  const [, provider, callback = ''] = sessions.exec(path) ?? [];
  return provider === undefined ? '/*' : `/auth/:provider${callback}`;
}

/** All batches count as one route, because the combinations of calls are unlimited. */
function toCallLabel(calls: string): string {
  if (calls.includes(',')) return '/trpc/(batch)';
  return findPolicy(calls) ? `/trpc/${calls}` : '/trpc/(unknown)';
}
