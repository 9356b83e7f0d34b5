import { requireKnownRoom, type Policy, type Services, type Viewer } from '@relato/api';
import { hashToken } from '@relato/auth';
import type { UserId } from '@relato/contract';
import type { ClientNetworkReader } from './client-network.ts';
import type { RequestHead } from './request-head.ts';

export interface Authenticated {
  readonly viewer: Viewer;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Resolves with the session of the caller, from the browser's cookie or a program's bearer token, or null for a visitor.
 * Prolongs the session of a browser only with `setCookie`, because the cookie must be sent again then. Throws RATE_LIMITED
 * before it looks up the session if the limits of `policies` refuse every call.
 */
export type Authenticator = (
  c: RequestHead,
  policies: readonly Policy[],
  setCookie?: (line: string) => void,
) => Promise<Authenticated | null>;

/** The form of every token of the server. Other texts are not looked up. */
const tokenPattern = /^[\w-]{32,64}$/;

/** The limit of each process. Beyond it, the process forgets the oldest token and looks it up again the next time. */
const maxRememberedTokens = 20_000;

/**
 * Looks up a valid token on every request, and an unknown token only once. Made-up tokens have no limit of their own,
 * because it would shut out users of the same network whose session this process has not seen yet. Concurrent look-ups share
 * a statement, and the callers have the limits of visitors.
 */
export function createAuthenticator(
  { auth, rateLimiter }: Pick<Services, 'auth' | 'rateLimiter'>,
  readNetwork: ClientNetworkReader,
): Authenticator {
  /**
   * Maps the hash of a token to the user of its session, or to null. A null stays true, because only the server creates
   * tokens, and a token never gets another user.
   */
  const outcomes = new Map<string, UserId | null>();
  const remember = (key: string, userId: UserId | null) => {
    outcomes.delete(key);
    outcomes.set(key, userId);
    const [oldest] = outcomes.keys();
    if (outcomes.size > maxRememberedTokens && oldest !== undefined) outcomes.delete(oldest);
  };

  return async (c, policies, setCookie) => {
    const bearer = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    const token = bearer ?? auth.cookies.session.read(c.req.header('cookie') ?? '');
    const key = token && tokenPattern.test(token) ? hashToken(token) : null;
    const userId = key === null ? null : outcomes.get(key);
    requireKnownRoom(policies, { rateLimiter, network: readNetwork(c).network, userId });
    if (!token || key === null || userId === null) return null;
    const prolongs = setCookie !== undefined || bearer !== undefined;
    const found = await auth.validateSession(token, { prolongs });
    remember(key, found?.user.id ?? null);
    if (!found) return null;
    if (found.session.fresh && bearer === undefined) setCookie?.(auth.cookies.session.serialize(token));
    return { viewer: found.user, token, expiresAt: found.session.expiresAt };
  };
}
