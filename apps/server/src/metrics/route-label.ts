import { findPolicy } from '@relato/api';

const uploads = /^\/upload\/[^/]+$/;
const audio = /^\/audio\/[^/]+$/;
const transcripts = /^\/transcript\/[^/]+$/;
const sessions = /^\/auth\/(google|facebook)(\/callback)?$/;
const fixed = new Set(['/', '/upload', '/export', '/livez', '/readyz', '/metrics']);

/** Returns the route of a path. There are as many routes as the app has, whatever paths clients ask for. */
export function toRouteLabel(path: string): string {
  if (path.startsWith('/trpc/')) return toCallLabel(path.slice('/trpc/'.length));
  if (path.startsWith('/assets/')) return '/assets/*';
  if (fixed.has(path)) return path;
  if (audio.test(path)) return '/audio/:storyId';
  if (transcripts.test(path)) return '/transcript/:file';
  if (uploads.test(path)) return '/upload/:id';
  const [, provider, callback = ''] = sessions.exec(path) ?? [];
  return provider === undefined ? '/*' : `/auth/:provider${callback}`;
}

/** Combinations of calls have no end, so that all batches are one route. */
function toCallLabel(calls: string): string {
  if (calls.includes(',')) return '/trpc/(batch)';
  return findPolicy(calls) ? `/trpc/${calls}` : '/trpc/(unknown)';
}
