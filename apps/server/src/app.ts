import { randomUUID } from 'node:crypto';
import { transportStatusOf, type Services } from '@relato/api';
import { DomainError, RateLimitedError } from '@relato/contract';
import { isDatabaseUnavailable } from '@relato/db';
import { Hono } from 'hono';
import { contextStorage } from 'hono/context-storage';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { createAuthenticator } from './middleware/authenticate.ts';
import { createRouteAuthorizer } from './middleware/authorize-route.ts';
import { createClientNetworkReader } from './middleware/client-network.ts';
import { rejectUnsupportedRequests } from './middleware/reject-unsupported-requests.ts';
import { requestLog } from './middleware/request-log.ts';
import { createOwnOriginCheck, rejectForeignHosts, rejectForeignOrigins } from './middleware/same-origin.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { audioRoutes } from './routes/audio.ts';
import { exportRoutes } from './routes/export.ts';
import { healthRoutes } from './routes/health.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { trpcRoutes } from './routes/trpc.ts';
import { uploadRoutes } from './routes/upload.ts';
import { webAppRoutes } from './routes/web-app.ts';

export interface AppOptions {
  readonly services: Services;
  readonly logger: Logger;
  /** True if PUBLIC_URL is set. Otherwise `services.publicUrl` is a guess, and every name of this machine is accepted. */
  readonly isPublicUrlSet?: boolean;
  /** Addresses and subnets of the proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[];
  /** The folder of the built web app. */
  readonly webDir: string;
}

export type AppEnv = { Variables: { requestId: string } };

/** Creates the HTTP app. It needs no socket: tests call `app.request`. */
export function createApp({
  services,
  logger,
  webDir,
  isPublicUrlSet = false,
  trustedProxies = [],
}: AppOptions): Hono<AppEnv> {
  const readNetwork = createClientNetworkReader(trustedProxies);
  const authenticate = createAuthenticator(services, readNetwork);
  const authorizeRoute = createRouteAuthorizer(services, authenticate, readNetwork);
  const address = { publicUrl: services.publicUrl, isSet: isPublicUrlSet };
  const isOwnOrigin = createOwnOriginCheck(address);
  const app = new Hono<AppEnv>();

  // The logger reads the request id from here, so that every line of a request carries it.
  app.use(contextStorage());
  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
    await next();
    c.header('X-Request-Id', c.get('requestId'));
  });
  app.use(requestLog(logger));
  app.use(securityHeaders(services.publicUrl));
  app.use(rejectUnsupportedRequests());
  app.use(rejectForeignHosts(address));
  app.use(rejectForeignOrigins(isOwnOrigin));

  app.route('/trpc', trpcRoutes(services, { logger, authenticate, readNetwork }));
  app.route('/upload', uploadRoutes(services, { logger, authorizeRoute }));
  app.route('/audio', audioRoutes(services, authorizeRoute));
  app.route('/export', exportRoutes(services, { logger, authorizeRoute }));
  app.route('/auth', oauthRoutes(services, { logger, authorizeRoute, readNetwork, isOwnOrigin }));
  app.route('/', healthRoutes(services, logger));
  app.route('/', webAppRoutes(webDir));

  app.onError((error, c) => {
    if (error instanceof RateLimitedError) c.header('Retry-After', String(error.retryAfterSeconds));
    const failure = isDatabaseUnavailable(error) ? 'UNAVAILABLE' : 'INTERNAL';
    const code = error instanceof DomainError ? error.code : failure;
    const status = transportStatusOf(code) as ContentfulStatusCode; // an error's status always has a body
    if (status >= 500) logger.error({ err: error }, 'request failed');
    return c.json({ error: code }, status);
  });
  return app;
}
