import type { Services, Viewer } from '@relato/api';
import { hashSecret } from '@relato/auth';
import type { Context as HonoContext } from 'hono';
import type { NetworkReader } from './client-network.ts';

export interface Authenticated {
  readonly viewer: Viewer;
  readonly token: string;
  readonly expiresAt: Date;
  /** True when the cookie must be sent again, because the session was prolonged. */
  readonly isProlonged: boolean;
}

/**
 * Resolves with who is behind a request, by the browser's cookie or a program's bearer token; null for a visitor.
 * Throws RATE_LIMITED for one more unknown token of a network that sent too many.
 */
export type Authenticator = (c: HonoContext) => Promise<Authenticated | null>;

/** Every token of ours is like this; the rest is not worth a look. */
const tokenPattern = /^[\w-]{32,64}$/;

/** Of each process; past it the oldest are forgotten, and cost one more look. */
const rememberedTokens = 20_000;

/** Each token is looked up whenever it comes while its session lasts, but made-up ones cost the database nothing. */
export function createAuthenticator(
  { auth, rateLimiter }: Pick<Services, 'auth' | 'rateLimiter'>,
  readNetwork: NetworkReader,
): Authenticator {
  /** By the hash of a token, whether it had a session. One that had none never gets one: the server makes tokens. */
  const outcomes = new Map<string, boolean>();
  const remember = (key: string, isKnown: boolean) => {
    outcomes.delete(key);
    outcomes.set(key, isKnown);
    const [oldest] = outcomes.keys();
    if (outcomes.size > rememberedTokens && oldest !== undefined) outcomes.delete(oldest);
  };

  /** Resolves with how to take it back. */
  async function countUnknown({
    network,
    wideNetwork,
  }: ReturnType<NetworkReader>): Promise<() => Promise<void>> {
    await rateLimiter.consume('unknownSession', network);
    if (wideNetwork) await rateLimiter.consume('unknownSession', wideNetwork, 'wide');
    return async () => {
      await rateLimiter.giveBack('unknownSession', network);
      if (wideNetwork) await rateLimiter.giveBack('unknownSession', wideNetwork, 'wide');
    };
  }

  return async (c) => {
    const bearer = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    const token = bearer ?? auth.cookies.session.read(c.req.header('cookie') ?? '');
    if (!token || !tokenPattern.test(token)) return null;
    const key = hashSecret(token);
    const wasKnown = outcomes.get(key);
    if (wasKnown === false) return null;
    // Counted before it is known to be wrong, but never for a session that was seen before: its neighbours may be.
    const giveBack = wasKnown ? async () => {} : await countUnknown(readNetwork(c));
    const found = await auth.validateSession(token).catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    remember(key, found !== null);
    if (!found) return null;
    await giveBack();
    return {
      viewer: found.user,
      token,
      expiresAt: found.session.expiresAt,
      isProlonged: found.session.fresh && bearer === undefined,
    };
  };
}
