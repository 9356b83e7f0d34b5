import { enforcePolicy, type Policy, type Services } from '@relato/api';
import { DomainError } from '@relato/contract';
import type { Authenticated, Authenticator } from './authenticate.ts';
import type { ClientNetworkReader } from './client-network.ts';
import type { RequestHead } from './request-head.ts';

/** The policy of a route that is not a procedure, declared beside the route. */
export interface RoutePolicy extends Policy {
  /** The text for docs/policies.md. */
  readonly description: string;
}

/** The policies by method and path. Hono answers HEAD with the GET route. */
export type RoutePolicies = Readonly<Record<`${'ALL' | 'GET' | 'PATCH' | 'POST'} /${string}`, RoutePolicy>>;

/**
 * Counts the request against the limits of the policy. Resolves with the session of the caller, or null for a visitor.
 * Throws RATE_LIMITED, and UNAUTHENTICATED if the policy requires a session and the caller has none.
 */
export type RouteAuthorizer = (c: RequestHead, policy: RoutePolicy) => Promise<Authenticated | null>;

export const createRouteAuthorizer =
  (services: Services, authenticate: Authenticator, readNetwork: ClientNetworkReader): RouteAuthorizer =>
  async (c, policy) => {
    const signedIn = await authenticate(c, [policy]);
    const request = readNetwork(c);
    await enforcePolicy(policy, { services, viewer: signedIn?.viewer ?? null, request });
    return signedIn;
  };

/** Narrows the type on a route whose policy has already refused visitors. */
export function requireSignedIn(signedIn: Authenticated | null): Authenticated {
  if (!signedIn) throw new DomainError('UNAUTHENTICATED');
  return signedIn;
}
