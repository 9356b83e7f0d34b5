import { mkdir } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  createDeadJobHandlers,
  createJobHandlers,
  createRateLimiter,
  startJobQueue,
  wakeTranscriptions,
  type Services,
} from '@relato/api';
import { createAuth } from '@relato/auth';
import { limits } from '@relato/contract';
import {
  createDatabase,
  DatabaseRoleError,
  DatabaseUnreachableError,
  EmbeddedPostgresError,
  MigrationError,
} from '@relato/db';
import { createMailer, MailError } from '@relato/mail';
import { createTranscriber, SpeechSettingsError } from '@relato/speech';
import { createDiskRoom, createDiskStorage, createUploadFolder } from '@relato/storage';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Settings } from './env.ts';
import { keepHouse } from './cleanup.ts';
import { createLogger } from './logger.ts';
import { close, listen, tryPort } from './http-server.ts';
import { prepareDatabase } from './prepare-database.ts';

/** It cannot start, for a reason that the person who starts it can change: `message` says what. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface Relato {
  readonly url: string;
  /** Answers what was asked, lets jobs end and stops the database. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly demo: boolean;
  readonly say: (line: string) => void;
  /** Ends a start that is not done yet: what was started is stopped, and the start rejects. */
  readonly signal?: AbortSignal;
}

/** Stops a part, within what is left of the time for all of them. */
type Closer = (left: () => number) => Promise<void>;

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** For requests, jobs and what runs behind answers together; the database then has the rest of thirty seconds. */
const drainTimeoutMs = 20_000;

/** Starts everything that `settings` ask for. Throws StartError; what was started by then is stopped again. */
export async function startRelato(settings: Settings, { demo, say, signal }: StartOptions): Promise<Relato> {
  const closers: Closer[] = [];
  const stop = async (): Promise<void> => {
    // In the order of who needs whom: HTTP, jobs, what runs behind answers, the database. All of them, whatever fails.
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
    if (isServing) await requireFreePort(settings);
    await mkdir(settings.dataDir, { recursive: true });
    const logger = createLogger(toLogLevel(settings));
    const services = await startServices(settings, logger, closers, say);
    signal?.throwIfAborted();
    if (settings.role !== 'web') {
      await services.jobs.work(createJobHandlers(services), createDeadJobHandlers(services));
      services.inBackground(wakeTranscriptions(services));
      closers.push(keepHouse(services));
    }
    if (demo) {
      const { fillDemoWorld } = await import('./demo-world.ts');
      await fillDemoWorld(services, say);
    }
    const url = isServing ? await serveHttp(settings, services, logger, closers) : services.publicUrl;
    signal?.throwIfAborted();
    describe(settings, services, url).forEach(say);
    return { url, stop };
  } catch (error) {
    // Why it did not start matters more than what then did not stop.
    await stop().catch(() => {});
    throw toStartError(error);
  }
}

/** What the settings or the machine are to blame for is told in its own words, without a stack. */
const toStartError = (error: unknown): unknown =>
  expected.some((kind) => error instanceof kind) && error instanceof Error
    ? new StartError(error.message, { cause: error })
    : error;
const expected = [
  DatabaseRoleError,
  DatabaseUnreachableError,
  EmbeddedPostgresError,
  MailError,
  MigrationError,
  SpeechSettingsError,
] as const;

async function startServices(
  settings: Settings,
  logger: Logger,
  closers: Closer[],
  say: (line: string) => void,
): Promise<Services> {
  const { dataDir } = settings;
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`;
  // First, so that a wrong setting is told before a database is started for nothing.
  const transcriber = createTranscriber(settings.speech);
  const mailer = createMailer({
    smtpUrl: settings.mail.smtpUrl,
    from: settings.mail.from ?? 'Relato <relato@localhost>',
    outboxDir: join(dataDir, 'outbox'),
    onMail: (mail) => say(`  mail for ${mail.to}: ${mail.link}`),
  });
  const databaseUrl = await prepareDatabase(settings, closers, say);
  const database = await createDatabase({ url: databaseUrl });
  closers.push(() => database.close());
  const background = new Set<Promise<void>>();
  closers.push(async (left) => void (await Promise.race([Promise.allSettled(background), delay(left())])));
  const jobs = await startJobQueue({
    database,
    onError: (error) => logger.error({ err: error }, 'job queue'),
  });
  closers.push((left) => jobs.stop(left()));
  return {
    database,
    jobs,
    publicUrl,
    inBackground: (work) => {
      const settled = work
        .catch((error: unknown) => logger.error({ err: error }, 'background work failed'))
        .finally(() => background.delete(settled));
      background.add(settled);
    },
    rateLimiter: createRateLimiter(database),
    auth: createAuth({
      database,
      secure: publicUrl.startsWith('https://'),
      publicUrl,
      providers: settings.providers,
    }),
    storage: createDiskStorage(join(dataDir, 'audio')),
    uploads: createUploadFolder(join(dataDir, 'uploads')),
    disk: createDiskRoom(dataDir, limits.disk),
    transcriber,
    mailer,
  };
}

/** On a person's terminal only what needs them; JSON lines for everything that collects logs. */
const toLogLevel = ({ logLevel }: Pick<Settings, 'logLevel'>): string =>
  logLevel ?? (process.stdout.isTTY ? 'warn' : 'info');

async function serveHttp(
  settings: Settings,
  services: Services,
  logger: Logger,
  closers: Closer[],
): Promise<string> {
  const app = createApp({
    services,
    logger,
    isPublicUrlSet: settings.publicUrl !== undefined,
    trustedProxies: settings.trustedProxies,
    webDir,
  });
  const server = await listen(app.fetch, settings);
  closers.push((left) => close(server, left()));
  return services.publicUrl;
}

/** Before the database is started for nothing. */
async function requireFreePort(settings: Settings): Promise<void> {
  const { port, host } = settings;
  try {
    await tryPort(settings);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StartError(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken. Set PORT to another one, for example: PORT=${port + 1} npm start`
        : `Cannot listen on ${host}:${port} (${code}). Set PORT or HOST to something else.`,
    );
  }
}

function describe({ dataDir, databaseUrl, role }: Settings, services: Services, url: string): string[] {
  const shown = relative(process.cwd(), dataDir);
  const where = isAbsolute(shown) || shown.startsWith('..') ? dataDir : `./${shown}`;
  const speech =
    services.transcriber.name === 'none'
      ? 'none (ASSEMBLYAI_API_KEY or SPEECH_BASE_URL turn transcripts on)'
      : services.transcriber.name;
  return [
    '',
    role === 'worker' ? 'Relato works off its jobs.' : `Relato is at ${url}`,
    `  keeps      ${where} (audio${databaseUrl ? '' : ', database'}, uploads)`,
    `  database   ${databaseUrl ? new URL(databaseUrl).host : 'embedded PostgreSQL'}`,
    `  transcripts ${speech}`,
    `  mail       ${services.mailer.destination}`,
    `  sign-in    ${['e-mail', ...services.auth.oauth.providers].join(', ')}`,
    '',
  ];
}
