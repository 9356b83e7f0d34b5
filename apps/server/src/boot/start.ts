import { mkdir } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDeadJobHandlers, createJobHandlers, keepMp3s, type Services } from '@relato/api';
import { codeOf, listMissing, messageOf } from '@relato/contract';
import { OperatorError } from '@relato/contract/operator-error';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { alignColumns } from './align-columns.ts';
import { answerError, createApp } from '../http/app.ts';
import { startCleanup } from './cleanup-schedule.ts';
import type { Settings } from './env.ts';
import { close, handOver, listen, probePort } from '../http/http-server.ts';
import { keepAssets } from '../http/kept-assets.ts';
import { describeTranscripts, prepareModel, wakeTranscriptions } from '../models/prepare-model.ts';
import { createLogger } from './logger.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { healthRoutes } from '../routes/operations/health.ts';
import { metricsRoutes } from '../routes/operations/metrics.ts';
import { startServices, type Closer } from './start-services.ts';

export interface RunningServer {
  readonly url: string;
  /**
   * Resolves with the reason if the server must not continue, because a store that was away at the start belongs to another
   * database.
   */
  readonly failed: Promise<unknown>;
  /** Finishes the requests and jobs under way, then stops the database. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly demo: boolean;
  readonly print: (line: string) => void;
  /** Aborts a running start: the parts that run are stopped, and the start rejects. */
  readonly signal?: AbortSignal;
  readonly storeCheckMs?: number;
}

const webDir = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** The time limit for requests, jobs and background work together. The database gets the rest of thirty seconds. */
const drainTimeoutMs = 20_000;

/**
 * Starts everything that `settings` name. If it throws, it has stopped the parts that ran; the operator can remove the
 * reason of an OperatorError.
 */
export async function startServer(
  settings: Settings,
  { demo, print, signal, storeCheckMs }: StartOptions,
): Promise<RunningServer> {
  const closers: Closer[] = [];
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    stopping.abort();
    // Stops dependents first: HTTP, jobs, background work, the database. A failure does not keep the other parts from
    // stopping.
    const failures: unknown[] = [];
    const endsAt = performance.now() + drainTimeoutMs;
    const left = (): number => Math.max(0, endsAt - performance.now());
    for (const close of closers.splice(0).toReversed()) {
      await close(left).catch((error: unknown) => void failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  };
  try {
    const isServing = settings.role !== 'worker';
    await requireFreePorts(settings);
    await makeDataDir(settings.dataDir);
    const logger = createLogger(toLogLevel(settings));
    const metrics = createMetrics({ ofProcess: true });
    const failing = Promise.withResolvers<unknown>();
    const onFailure = (error: unknown) => failing.resolve(error);
    const surroundings = { logger, metrics, onFailure, storeCheckMs, signal };
    const services = await startServices(settings, surroundings, closers, print);
    const watched = { services, logger, metrics, stopping: stopping.signal };
    signal?.throwIfAborted();
    if (settings.role !== 'web') {
      await services.jobs.work(createJobHandlers(services), createDeadJobHandlers(services));
      closers.push(wakeTranscriptions(settings, services, logger));
      closers.push(startCleanup(services));
    }
    if (demo) {
      const { fillDemoWorld, readDemoWorld } = await import('./demo-world.ts');
      await fillDemoWorld(services, await readDemoWorld(), print, signal);
    }
    // The gaps are filled after the demo, whose stories lack MP3s too.
    if (settings.role !== 'web') closers.push(fillGaps(services));
    const url = isServing ? await serveHttp(settings, watched, closers) : services.publicUrl;
    await serveProbes(settings, watched, closers);
    signal?.throwIfAborted();
    (await describe(settings, services, url)).forEach(print);
    closers.push(prepareModel(settings, services, { logger, print }));
    return { url, stop, failed: failing.promise };
  } catch (error) {
    // The error of the start matters more than one of the stop.
    await stop().catch(() => {});
    throw error;
  }
}

/** Creates the files that stories of earlier versions lack. Returns a function that stops it. */
function fillGaps(services: Services): Closer {
  const filling = new AbortController();
  services.runInBackground(keepMp3s(services, filling.signal));
  return async () => filling.abort();
}

/** A terminal shows only warnings, so that the lines of the start stay readable. */
const toLogLevel = ({ logLevel }: Pick<Settings, 'logLevel'>): string =>
  logLevel ?? (process.stdout.isTTY ? 'warn' : 'info');

interface Watched {
  readonly services: Services;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly stopping: AbortSignal;
}

async function serveHttp(settings: Settings, watched: Watched, closers: Closer[]): Promise<string> {
  const { services, stopping } = watched;
  const keptAssetsDir = join(settings.dataDir, 'assets');
  services.runInBackground(keepAssets(join(webDir, 'assets'), keptAssetsDir));
  const app = createApp({
    ...watched,
    metricsToken: settings.metrics.token,
    isPublicUrlSet: settings.publicUrl !== undefined,
    trustedProxies: settings.trustedProxies,
    accelLocation: settings.accelLocation,
    podcastEmail: settings.podcastEmail,
    speechUrl: settings.speech.baseUrl,
    webDir,
    keptAssetsDir,
  });
  const handingOver = new AbortController();
  const server = await listen(app, { ...settings, stopping, handingOver: handingOver.signal });
  closers.push(async (left) => {
    if (settings.drainSeconds > 0) {
      await delay(Math.min(settings.drainSeconds * 1_000, left()));
      handingOver.abort();
      await handOver(server);
    }
    await close(server, { drainMs: left() });
  });
  return services.publicUrl;
}

/** Answers health and metrics on a port of their own. A worker needs one, and no proxy exposes it. */
async function serveProbes(settings: Settings, watched: Watched, closers: Closer[]): Promise<void> {
  const { port, token } = settings.metrics;
  if (port === undefined) return;
  const { services, logger, metrics } = watched;
  const app = new Hono()
    .route('/', healthRoutes(services, watched))
    .route('/', metricsRoutes(services, metrics, token))
    .onError(answerError(logger));
  const probes = { fetch: app.fetch, fastPath: () => false };
  const server = await listen(probes, { port, host: settings.host });
  // The probes close last, so that they show the stop until its end.
  closers.unshift(async () => close(server));
}

/** Throws OperatorError before the database is started, because that takes longer. */
async function requireFreePorts({ role, port, host, metrics }: Settings): Promise<void> {
  const isServing = role !== 'worker';
  if (isServing && port !== 0 && metrics.port === port)
    throw new OperatorError(`PORT and METRICS_PORT are both ${port}. Set METRICS_PORT to another one.`);
  if (isServing) await requireFreePort('PORT', { port, host });
  if (metrics.port !== undefined) await requireFreePort('METRICS_PORT', { port: metrics.port, host });
}

async function requireFreePort(
  setting: 'PORT' | 'METRICS_PORT',
  { port, host }: { readonly port: number; readonly host: string },
): Promise<void> {
  try {
    await probePort({ port, host });
  } catch (error) {
    throw new OperatorError(
      codeOf(error) === 'EADDRINUSE'
        ? `Port ${port} is taken. Set ${setting} to another one, for example: ${setting}=${port + 1} npm start`
        : `Cannot listen on ${host}:${port} (${codeOf(error) || messageOf(error)}). Set ${setting} or HOST to something else.`,
      { cause: error },
    );
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new OperatorError(
      `Cannot make the folder ${dataDir} (${codeOf(error) || messageOf(error)}). Let Relato write there, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

const describeReplica = (url: string, { database }: Pick<Services, 'database'>): string =>
  `${new URL(url).host}${database.replica?.isReachable ? '' : ' (does not answer yet: reading from the primary)'}`;

async function describe(settings: Settings, services: Services, url: string): Promise<string[]> {
  const { dataDir, databaseUrl, databaseReadUrl, storage, s3, role } = settings;
  const shown = relative(process.cwd(), dataDir);
  const where = isAbsolute(shown) || shown.startsWith('..') ? dataDir : `./${shown}`;
  const missing = listMissing(settings.operator).length;
  const rows = [
    ['keeps', `${where}${describeKept(settings)}`],
    ...(storage === 's3' && s3 ? [['audio', `${s3.bucket} at ${new URL(s3.endpoint).host}`]] : []),
    ['database', databaseUrl ? new URL(databaseUrl).host : 'embedded PostgreSQL'],
    ...(databaseReadUrl && role !== 'worker'
      ? [['replica', describeReplica(databaseReadUrl, services)]]
      : []),
    ['transcripts', await describeTranscripts(settings, services)],
    ['mail', services.mailer.destination],
    ['sign-in', ['e-mail', ...services.auth.oauth.providers].join(', ')],
    ...(missing === 0 ? [] : [['legal', `the pages lack ${missing} settings: npm run admin -- legal check`]]),
  ];
  return [
    '',
    role === 'worker' ? 'Relato works off its jobs.' : `Relato is at ${url}`,
    ...alignColumns(rows).map((row) => `  ${row}`),
    '',
  ];
}

function describeKept({ storage, databaseUrl }: Settings): string {
  const kept = [...(storage === 'disk' ? ['audio'] : []), ...(databaseUrl ? [] : ['database'])];
  return kept.length > 0 ? ` (${kept.join(', ')})` : '';
}
