import { finishOauth, startOauth, type OauthResult, type Services } from '@relato/api';
import { toReturnPath } from '@relato/auth';
import { defaultMinimumAge, DomainError, oauthProviders, type OauthProvider } from '@relato/contract';
import { isDatabaseUnavailable } from '@relato/db';
import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from '../../http/app-env.ts';
import type { RouteAuthorizer, RoutePolicies, RoutePolicy } from '../../middleware/authorize-route.ts';
import type { ClientNetworkReader } from '../../middleware/client-network.ts';
import type { OwnOriginCheck } from '../../middleware/same-origin.ts';

export const oauthPolicies = {
  'GET /auth/:provider': {
    description: 'redirects to Google or Facebook',
    caller: 'anyone',
    limits: ['oauth'],
  },
  'GET /auth/:provider/callback': {
    description: 'the redirect back from Google or Facebook',
    caller: 'anyone',
    limits: ['oauth'],
  },
} as const satisfies RoutePolicies;

interface OauthOptions {
  readonly logger: Logger;
  readonly authorizeRoute: RouteAuthorizer;
  readonly readNetwork: ClientNetworkReader;
  readonly isOwnOrigin: OwnOriginCheck;
}

/**
 * `/auth/{provider}` redirects a browser to a provider to sign in, and the provider redirects it to
 * `/auth/{provider}/callback`. `?terms` allows a new account if its value, the age that the user confirms, is high enough.
 * `?link` links an identity to the account of the session. Both answers are redirects: to the provider, or to a path of the
 * app with the result in the fragment, which also replaces a fragment of the provider.
 */
export function oauthRoutes(
  services: Services,
  { logger, authorizeRoute, readNetwork, isOwnOrigin }: OauthOptions,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  async function createVisit(c: Context<AppEnv>, policy: RoutePolicy) {
    const signedIn = await authorizeRoute(c, policy);
    const cookies = c.req.header('cookie') ?? '';
    return {
      services,
      viewer: signedIn?.viewer ?? null,
      session: signedIn && { token: signedIn.token, expiresAt: signedIn.expiresAt },
      request: {
        id: c.get('requestId'),
        userAgent: c.req.header('user-agent') ?? null,
        writtenAtMs: null,
        deviceToken: services.auth.cookies.trustedDevice.read(cookies),
        signUpProof: null,
        ...readNetwork(c),
      },
      oauthToken: services.auth.cookies.oauth.read(cookies),
      setCookie: (line: string) => c.header('Set-Cookie', line, { append: true }),
    };
  }

  /** Returns the error code for the app. Rethrows NOT_FOUND, because a provider that is not configured has no route. */
  function toResult(error: unknown): OauthResult {
    if (error instanceof DomainError && error.code !== 'NOT_FOUND') return error.code;
    if (error instanceof DomainError) throw error;
    logger.error({ err: error }, 'sign-in with a provider failed');
    return isDatabaseUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL';
  }

  routes.use(async (c, next) => {
    // Prefetches and link scanners must not start or complete a sign-in.
    const isPrefetch = /prefetch|prerender/.test(
      c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '',
    );
    if (c.req.method !== 'GET' || isPrefetch) return c.body(null, 403);
    return next();
  });

  routes.get('/:provider', async (c) => {
    const provider = requireProvider(c);
    const link = c.req.query('link') !== undefined;
    const terms = c.req.query('terms');
    const confirmedAge = Number(terms || defaultMinimumAge);
    const acceptsTerms = terms !== undefined && confirmedAge >= services.operator.minimumAge;
    const returnTo = toReturnPath(c.req.query('return'));
    // Another site may not start the linking, because it could link an identity of its own to the account of the user.
    if (!isIntended(c, isOwnOrigin, link)) return c.redirect('/');
    try {
      const visit = await createVisit(c, oauthPolicies['GET /auth/:provider']);
      return c.redirect(await startOauth(visit, { provider, returnTo, link, acceptsTerms }));
    } catch (error) {
      return c.redirect(toAddress(returnTo, toResult(error), provider));
    }
  });

  routes.get('/:provider/callback', async (c) => {
    const provider = requireProvider(c);
    const { state = null, code = null, error = null } = c.req.query();
    try {
      const visit = await createVisit(c, oauthPolicies['GET /auth/:provider/callback']);
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

/** Returns whether the app itself requests the sign-in, or a typed address, which may not link. */
function isIntended(c: Context, isOwnOrigin: OwnOriginCheck, link: boolean): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && !link);
  // Plain http and browsers from before 2023 do not send Sec-Fetch-Site.
  const referer = URL.parse(c.req.header('referer') ?? '');
  if (!referer) return !link;
  return isOwnOrigin(c, referer.origin);
}

const toAddress = (returnTo: string, result: OauthResult, provider: OauthProvider): string =>
  `${returnTo}#auth=${result}.${provider}`;
