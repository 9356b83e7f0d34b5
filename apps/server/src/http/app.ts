import type { Services } from '@relato/api';
import { Hono, type ErrorHandler } from 'hono';
import type { Logger } from 'pino';
import type { AppEnv } from './app-env.ts';
import { createFastPath, type FastPath } from './fast-path.ts';
import { createAuthenticator } from '../middleware/authenticate.ts';
import { createRouteAuthorizer } from '../middleware/authorize-route.ts';
import { createLoadGate, type LoadGate } from '../middleware/shed-load.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createClientNetworkReader, createProxyCheck } from '../middleware/client-network.ts';
import { rejectUnsupportedRequests } from '../middleware/reject-unsupported-requests.ts';
import { requestLog } from '../middleware/request-log.ts';
import {
  createOwnHostCheck,
  createOwnOriginCheck,
  rejectForeignHosts,
  rejectForeignOrigins,
} from '../middleware/same-origin.ts';
import { securityHeaders } from '../middleware/security-headers.ts';
import { retrySoon, toRefusal } from './refusal-answer.ts';
import { withRequestId } from './request-id.ts';
import { createDrawer, type DrawPicture } from '../preview-image/picture-drawer.ts';
import { createPictures } from '../preview-image/pictures.ts';
import { audioRoutes } from '../routes/audio/audio.ts';
import { embedRoutes } from '../routes/pages/embed.ts';
import { exportRoutes } from '../routes/accounts/export.ts';
import { createFirstDataReader } from '../routes/pages/first-answers.ts';
import { healthRoutes } from '../routes/operations/health.ts';
import { usualPageWaitMs } from '../routes/pages/null-if-late.ts';
import { createLinkedPageReader } from '../routes/pages/linked-page.ts';
import { leaveRoutes } from '../routes/accounts/leave.ts';
import { legalRoutes } from '../routes/legal/legal.ts';
import { metricsRoutes } from '../routes/operations/metrics.ts';
import { photoRoutes } from '../routes/accounts/photo.ts';
import { oauthRoutes } from '../routes/accounts/oauth.ts';
import { oembedRoutes } from '../routes/pages/oembed.ts';
import { createMp3Tagger } from '../routes/podcast/mp3-tag.ts';
import { podcastRoutes } from '../routes/podcast/podcast.ts';
import { podcastFileRoutes } from '../routes/podcast/podcast-files.ts';
import { previewRoutes } from '../routes/podcast/preview.ts';
import { sitemapRoutes } from '../routes/operations/sitemap.ts';
import { shareRoutes } from '../routes/pages/share.ts';
import { transcriptRoutes } from '../routes/audio/transcript.ts';
import { trpcRoutes } from '../routes/rpc/trpc.ts';
import { uploadRoutes } from '../routes/upload/upload.ts';
import { webAppRoutes } from '../routes/pages/web-app.ts';
import { webPageRoutes } from '../routes/pages/web-page.ts';

export interface AppOptions {
  readonly services: Services;
  readonly logger: Logger;
  /** False without PUBLIC_URL: `services.publicUrl` is then a guess, and the server accepts every name of this machine. */
  readonly isPublicUrlSet?: boolean;
  /** Addresses and subnets of the proxies whose X-Forwarded-For the server believes. */
  readonly trustedProxies?: readonly string[];
  /** The location of these proxies that sends the files of recordings for `X-Accel-Redirect`. */
  readonly accelLocation?: string | undefined;
  /** The address of the site's operator in every podcast. */
  readonly podcastEmail?: string | undefined;
  /** The address of the transcription service, for the privacy page. */
  readonly speechUrl?: string | undefined;
  readonly loadGate?: LoadGate;
  readonly metrics?: Metrics;
  /** The token for reading the metrics. Without one, programs of this machine may read them. */
  readonly metricsToken?: string | undefined;
  /** Aborted when the process begins to stop. */
  readonly stopping?: AbortSignal;
  /** The folder of the built web app. */
  readonly webDir: string;
  /** The files of this release and those before it. */
  readonly keptAssetsDir: string;
  /** The longest time that a page waits for its content. Tests extend it, because a busy machine reads slowly. */
  readonly pageWaitMs?: number | undefined;
  /** Draws the pictures that are not in the cache. */
  readonly drawPicture?: DrawPicture;
}

export interface App extends Hono<AppEnv> {
  /** Answers reads of a few routes like the app, at less cost. */
  readonly fastPath: FastPath;
}

/** Answers with the code of an error. Logs the error if the server caused it. */
export const answerError =
  (logger: Logger): ErrorHandler =>
  (error, c) => {
    const { status, body, headers } = toRefusal(error);
    if (status >= 500) logger.error({ err: error }, 'request failed');
    return c.json(body, status, headers);
  };

/** Creates the HTTP app. It needs no socket, so tests call `app.request`. */
export function createApp({
  services,
  logger,
  webDir,
  keptAssetsDir,
  isPublicUrlSet = false,
  trustedProxies = [],
  accelLocation,
  podcastEmail,
  speechUrl,
  loadGate: gate = createLoadGate(),
  metrics = createMetrics(),
  metricsToken,
  stopping,
  pageWaitMs = usualPageWaitMs,
  drawPicture = createDrawer(),
}: AppOptions): App {
  const loadGate = metrics.watchGate(gate);
  const readNetwork = createClientNetworkReader(trustedProxies);
  const authenticate = createAuthenticator(services, readNetwork);
  const authorizeRoute = createRouteAuthorizer(services, authenticate, readNetwork);
  const address = { publicUrl: services.publicUrl, isSet: isPublicUrlSet };
  const isOwnOrigin = createOwnOriginCheck(address);
  const isOwnHost = createOwnHostCheck(address);
  // Closing the live connections makes their clients connect to another server.
  stopping?.addEventListener('abort', () => services.live.close(), { once: true });
  const trpc = trpcRoutes(services, { logger, authenticate, readNetwork, loadGate });
  const toMp3Tag = createMp3Tagger({ publicUrl: services.publicUrl, webDir });
  const audio = audioRoutes(services, {
    logger,
    authorizeRoute,
    isFromProxy: createProxyCheck(trustedProxies),
    accelLocation,
    toMp3Tag,
  });
  const pictures = createPictures(drawPicture);
  const webApp = webAppRoutes({ directory: webDir, keptAssetsDir });
  const app = new Hono<AppEnv>();

  app.use((c, next) =>
    withRequestId(async (requestId) => {
      c.set('requestId', requestId);
      await next();
      // Hono's own `header` copies a finished answer, which takes as long as the rest of a small answer.
      const { headers, status } = c.res;
      headers.set('X-Request-Id', requestId);
      if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', retrySoon['Retry-After']);
    }),
  );
  app.use(requestLog({ logger, metrics }));
  app.use(securityHeaders(services.publicUrl));
  app.use(rejectUnsupportedRequests());
  app.use(rejectForeignHosts(isOwnHost));
  // These routes come before the origin check: a system that shares a file sends no origin and changes nothing, and a mailed
  // token is proof enough.
  app.route('/', shareRoutes());
  app.route('/', leaveRoutes(services, authorizeRoute));
  app.use(rejectForeignOrigins(isOwnOrigin));

  app.route('/trpc', trpc.web);
  app.route('/upload', uploadRoutes(services, { logger, authorizeRoute }));
  app.route('/audio', audio.web);
  app.route('/transcript', transcriptRoutes(services, { authorizeRoute }));
  app.route('/export', exportRoutes(services, { logger, authorizeRoute }));
  app.route('/auth', oauthRoutes(services, { logger, authorizeRoute, readNetwork, isOwnOrigin }));
  app.route('/embed', embedRoutes(services, authorizeRoute));
  app.route('/oembed', oembedRoutes(services, authorizeRoute));
  app.route(
    '/feed',
    podcastFileRoutes(services, { authorizeRoute, readNetwork, pictures, answerMp3: audio.answerMp3 }),
  );
  app.route('/', podcastRoutes(services, { authorizeRoute, ownerEmail: podcastEmail, toMp3Tag }));
  app.route('/photo', photoRoutes(services, authorizeRoute));
  app.route('/preview', previewRoutes(services, { authorizeRoute, readNetwork, pictures }));
  app.route('/', sitemapRoutes(services, { logger, authorizeRoute }));
  app.route('/', legalRoutes({ services, speechUrl }));
  app.route('/', healthRoutes(services, { logger, stopping }));
  app.route('/', metricsRoutes(services, metrics, metricsToken));
  app.route(
    '/',
    webPageRoutes({
      directory: webDir,
      readFirstData: createFirstDataReader(app.fetch, pageWaitMs),
      readLinkedPage: createLinkedPageReader(services, authorizeRoute, pageWaitMs),
      hasSession: (c) => services.auth.cookies.session.read(c.req.header('cookie') ?? '') !== null,
    }),
  );
  app.route('/', webApp.web);

  app.onError(answerError(logger));
  const fastPath = createFastPath(
    { logger, metrics, publicUrl: services.publicUrl, isOwnHost, isOwnOrigin },
    [trpc.fast, webApp.fast],
  );
  return Object.assign(app, { fastPath });
}
