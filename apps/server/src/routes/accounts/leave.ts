import { endDigest, type Services } from '@relato/api';
import { leavePath } from '@relato/contract/news/rules';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import { withoutCredentials } from '../../middleware/request-head.ts';

export const leavePolicies = {
  'POST /baja': {
    description: 'ends the mails to the reader of a mailbox, by the token of one (RFC 8058)',
    caller: 'anyone',
    limits: ['write'],
  },
} as const satisfies RoutePolicies;

/**
 * `/baja?token=…` receives POST requests from the button of the page and from mail programs, from any origin. The token
 * identifies the user, and no cookie is read.
 */
export function leaveRoutes(services: Services, authorizeRoute: RouteAuthorizer): Hono<AppEnv> {
  return new Hono<AppEnv>().post(leavePath, async (c) => {
    await authorizeRoute(withoutCredentials(c), leavePolicies['POST /baja']);
    await endDigest(services, c.req.query('token') ?? '');
    return c.body(null, 204);
  });
}
