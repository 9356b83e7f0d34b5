import { obeyPolicy, type Services } from '@relato/api';
import { DomainError } from '@relato/contract';
import type { Context } from 'hono';
import type { AppEnv } from '../app.ts';
import type { Authenticated, Authenticator } from './authenticate.ts';
import type { NetworkReader } from './client-network.ts';
import { routePolicies, type RouteName } from '../route-policies.ts';

/**
 * Counts a request against the limits of its route and resolves with who is behind it, null for a visitor. Throws
 * RATE_LIMITED, and UNAUTHENTICATED where the policy asks for more than a visitor.
 */
export type Guard = (c: Context<AppEnv>, route: RouteName) => Promise<Authenticated | null>;

export const createGuard =
  (services: Services, authenticate: Authenticator, readNetwork: NetworkReader): Guard =>
  async (c, route) => {
    const signedIn = await authenticate(c);
    const request = readNetwork(c);
    await obeyPolicy(routePolicies[route], { services, viewer: signedIn?.viewer ?? null, request });
    return signedIn;
  };

/** For the types of a route whose policy has refused visitors already. */
export function requireSignedIn(signedIn: Authenticated | null): Authenticated {
  if (!signedIn) throw new DomainError('UNAUTHENTICATED');
  return signedIn;
}
