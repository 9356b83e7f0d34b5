import { share, type ShareOutcome } from '@relato/contract/recordings/share-target';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { RoutePolicies } from '../../middleware/authorize-route.ts';

export const sharePolicies = {
  'POST /compartir': {
    description: 'a file shared with an app that has no service worker',
    caller: 'anyone',
  },
} as const satisfies RoutePolicies;

/**
 * The service worker of the installed app receives a shared file. Without a worker, the recorder reports that, and the file
 * is not read.
 */
export function shareRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const outcome: ShareOutcome = 'missing';
  routes.post(share.path, (c) => c.redirect(`/record?${share.parameter}=${outcome}`, 303));
  return routes;
}
