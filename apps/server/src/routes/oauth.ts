import { finishOauth, startOauth, type OauthResult, type Services } from '@relato/api';
import { toReturnPath } from '@relato/auth';
import { DomainError, oauthProviders, type OauthProvider } from '@relato/contract';
import { isDatabaseUnavailable } from '@relato/db';
import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../app.ts';
import type { Guard } from '../middleware/authorize-route.ts';
import type { NetworkReader } from '../middleware/client-network.ts';
import type { RouteName } from '../route-policies.ts';
import type { OwnOriginCheck } from '../middleware/same-origin.ts';

interface OauthOptions {
  readonly logger: Logger;
  readonly guard: Guard;
  readonly readNetwork: NetworkReader;
  readonly isOwnOrigin: OwnOriginCheck;
}

/**
 * `/auth/{provider}` sends a browser to a provider, to sign in or, with `?link`, to add an identity to the account that
 * is signed in; `/auth/{provider}/callback` is where it comes back. Both end in another address: that of the provider,
 * or a path of the app with the result behind the `#`, which also keeps what a provider puts there from being kept.
 */
export function oauthRoutes(
  services: Services,
  { logger, guard, readNetwork, isOwnOrigin }: OauthOptions,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  async function createVisit(c: Context<AppEnv>, route: RouteName) {
    const signedIn = await guard(c, route);
    const cookies = c.req.header('cookie') ?? '';
    return {
      services,
      viewer: signedIn?.viewer ?? null,
      session: signedIn && { token: signedIn.token, expiresAt: signedIn.expiresAt },
      request: {
        id: c.get('requestId'),
        userAgent: c.req.header('user-agent') ?? null,
        browserToken: services.auth.cookies.browser.read(cookies),
        ...readNetwork(c),
      },
      oauthToken: services.auth.cookies.oauth.read(cookies),
      setCookie: (line: string) => c.header('Set-Cookie', line, { append: true }),
    };
  }

  /** What went wrong, as the app tells it. A provider without settings is no address of ours. */
  function toResult(error: unknown): OauthResult {
    if (error instanceof DomainError && error.code !== 'NOT_FOUND') return error.code;
    if (error instanceof DomainError) throw error;
    logger.error({ err: error }, 'signing in with a provider failed');
    return isDatabaseUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL';
  }

  routes.use(async (c, next) => {
    // A browser that looks ahead or a scanner that only asks has nobody who wants to sign in.
    const isAhead = /prefetch|prerender/.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '');
    if (c.req.method !== 'GET' || isAhead) return c.body(null, 403);
    c.header('Cache-Control', 'no-store');
    return next();
  });

  routes.get('/:provider', async (c) => {
    const provider = requireProvider(c);
    const link = c.req.query('link') !== undefined;
    const returnTo = toReturnPath(c.req.query('return'));
    // Another site sends nobody on this way: it could have them add an identity of its own to their account.
    if (!isWanted(c, isOwnOrigin, link)) return c.redirect('/');
    try {
      const visit = await createVisit(c, 'GET /auth/:provider');
      return c.redirect(await startOauth(visit, { provider, returnTo, link }));
    } catch (error) {
      return c.redirect(toAddress(returnTo, toResult(error), provider));
    }
  });

  routes.get('/:provider/callback', async (c) => {
    const provider = requireProvider(c);
    const { state = null, code = null, error = null } = c.req.query();
    try {
      const visit = await createVisit(c, 'GET /auth/:provider/callback');
      const finished = await finishOauth(visit, { provider, state, code, error });
      if (finished.cause !== undefined) {
        logger.warn({ err: finished.cause, provider }, 'provider failed');
      }
      return c.redirect(finished.appealLink ?? toAddress(finished.returnTo, finished.result, provider));
    } catch (failure) {
      return c.redirect(toAddress('/', toResult(failure), provider));
    }
  });

  return routes;
}

function requireProvider(c: Context): OauthProvider {
  const provider = oauthProviders.find((name) => name === c.req.param('provider'));
  if (!provider) throw new DomainError('NOT_FOUND');
  return provider;
}

/** The app itself asks for it, or, to sign in, a person who typed the address. */
function isWanted(c: Context, isOwnOrigin: OwnOriginCheck, link: boolean): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && !link);
  // Not over plain http, nor from browsers of before 2023.
  const referer = URL.parse(c.req.header('referer') ?? '');
  if (!referer) return !link;
  return isOwnOrigin(c, referer.origin);
}

const toAddress = (returnTo: string, result: OauthResult, provider: OauthProvider): string =>
  `${returnTo}#auth=${result}.${provider}`;
