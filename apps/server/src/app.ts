import { randomUUID } from 'node:crypto';
import { trpcServer } from '@hono/trpc-server';
import { appRouter, toTransportError, transportStatusOf, type Context, type Services } from '@relato/api';
import { DomainError, limits, RateLimitedError, type ErrorCode } from '@relato/contract';
import { isDatabaseUnavailable } from '@relato/db';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { contextStorage } from 'hono/context-storage';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { createAuthenticator } from './middleware/authenticate.ts';
import { compressedAnswers } from './middleware/compress-answers.ts';
import { createGuard } from './middleware/authorize-route.ts';
import { knownRequestsOnly } from './middleware/reject-unsupported-requests.ts';
import { createNetworkReader } from './middleware/client-network.ts';
import { requestLog } from './middleware/request-log.ts';
import { audioRoutes } from './routes/audio.ts';
import { exportRoutes } from './routes/export.ts';
import { healthRoutes } from './routes/health.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { uploadRoutes } from './routes/upload.ts';
import { webRoutes } from './routes/web-app.ts';
import { createOwnOriginCheck, ownHostOnly, sameOriginOnly } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';

export interface AppOptions {
  readonly services: Services;
  readonly logger: Logger;
  /** Whether PUBLIC_URL is set; otherwise `services.publicUrl` is a guess, and any name of this machine is good. */
  readonly isPublicUrlSet?: boolean;
  /** Addresses and subnets of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies?: readonly string[];
  /** The built web app. */
  readonly webDir: string;
}

export type AppEnv = { Variables: { requestId: string } };

/** Answers are what one person may see at one moment. */
const neverStored = createMiddleware(async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
});

/** tRPC would also take forms and bytes, past everything that looks at inputs. */
const jsonOnly = createMiddleware(async (c, next) => {
  const isJson = /^application\/json(?:\s*;|$)/i.test(c.req.header('content-type') ?? '');
  return c.req.method === 'POST' && !isJson ? c.json(refuse('INVALID_INPUT'), 415) : next();
});

const refuse = (code: ErrorCode) => ({ error: code }) as const;

/** Everything that answers HTTP, without a socket: tests call `app.request`. */
export function createApp({
  services,
  logger,
  webDir,
  isPublicUrlSet = false,
  trustedProxies = [],
}: AppOptions): Hono<AppEnv> {
  const readNetwork = createNetworkReader(trustedProxies);
  const authenticate = createAuthenticator(services, readNetwork);
  const guard = createGuard(services, authenticate, readNetwork);
  const address = { publicUrl: services.publicUrl, isSet: isPublicUrlSet };
  const isOwnOrigin = createOwnOriginCheck(address);
  const app = new Hono<AppEnv>();

  // For the logger: the id of its request is in every line, however deep it is written.
  app.use(contextStorage());
  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
    await next();
    c.header('X-Request-Id', c.get('requestId'));
  });
  app.use(requestLog(logger));
  app.use(securityHeaders(services.publicUrl));
  app.use(knownRequestsOnly());
  app.use(ownHostOnly(address));
  app.use(sameOriginOnly(isOwnOrigin));

  app.use(
    '/trpc/*',
    neverStored,
    compressedAnswers,
    jsonOnly,
    bodyLimit({
      maxSize: limits.body.maxBytes,
      onError: (c) => c.json(refuse('BODY_TOO_BIG'), 413),
    }),
    trpcServer({
      endpoint: '/trpc',
      router: appRouter,
      maxBatchSize: limits.batch.maxCalls,
      createContext: async ({ resHeaders }, c): Promise<Record<string, unknown>> => {
        const signedIn = await authenticate(c).catch((error: unknown) => {
          throw toTransportError(error) ?? error;
        });
        if (signedIn?.isProlonged)
          resHeaders.append('Set-Cookie', services.auth.cookies.session.serialize(signedIn.token));
        const context: Context = {
          services,
          viewer: signedIn?.viewer ?? null,
          session: signedIn && { token: signedIn.token, expiresAt: signedIn.expiresAt },
          request: {
            id: c.get('requestId'),
            userAgent: c.req.header('user-agent') ?? null,
            browserToken: services.auth.cookies.browser.read(c.req.header('cookie') ?? ''),
            ...readNetwork(c),
          },
          setCookie: (line) => resHeaders.append('Set-Cookie', line),
        };
        return { ...context };
      },
      responseMeta: ({ errors }) => {
        const waits = errors.map(({ cause }) =>
          cause instanceof RateLimitedError ? cause.retryAfterSeconds : 0,
        );
        const longest = Math.max(0, ...waits);
        return longest > 0 ? { headers: { 'Retry-After': String(longest) } } : {};
      },
      onError: ({ error, path }) => {
        if (error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE') return;
        logger.error({ err: error.cause ?? error, path }, 'procedure failed');
      },
    }),
  );
  app.route('/upload', uploadRoutes(services, { logger, guard }));
  app.route('/audio', audioRoutes(services, guard));
  app.route('/export', exportRoutes(services, { logger, guard }));
  app.route('/auth', oauthRoutes(services, { logger, guard, readNetwork, isOwnOrigin }));
  app.route('/', healthRoutes(services, logger));
  app.route('/', webRoutes(webDir));

  app.onError((error, c) => {
    if (error instanceof RateLimitedError) c.header('Retry-After', String(error.retryAfterSeconds));
    const passing = isDatabaseUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL';
    const code = error instanceof DomainError ? error.code : passing;
    const status = transportStatusOf(code) as ContentfulStatusCode; // an error's status always has a body
    if (status >= 500) logger.error({ err: error }, 'request failed');
    return c.json(refuse(code), status);
  });
  return app;
}
