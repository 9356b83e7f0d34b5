import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLiveHub, createRateLimiter, startJobQueue, type Services } from '@relato/api';
import { createAuth } from '@relato/auth';
import { createDatabase, whenAvailable, withReadReplica, type Database } from '@relato/db';
import { createMailer } from '@relato/mail';
import { createTranscriber } from '@relato/speech';
import type { StorageSettingsError } from '@relato/storage';
import type { Logger } from 'pino';
import type { Settings } from './env.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createDoctor } from '../doctor/doctor.ts';
import { openModelFolder } from '../models/open-model-folder.ts';
import { bindStore, checkWhenBack, requireKnownStore } from '../storage/bind-store.ts';
import { openStorage, watchDisk } from '../storage/open-storage.ts';
import { createPhotos } from '../photo/photos.ts';
import { createPreviews } from '../preview-image/previews.ts';
import { keepLinkKey, openPusher } from './own-keys.ts';
import { prepareDatabase } from './prepare-database.ts';
import { readRequestId, resumeRequestId } from '../http/request-id.ts';

/** Stops one part. `left` returns the milliseconds that remain for all parts together. */
export type Closer = (left: () => number) => Promise<void>;

interface Surroundings {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Called with the reason if the services become unusable after the start. */
  readonly onFailure: (error: unknown) => void;
  /** The interval of the checks of a store that did not answer at the start. Tests shorten it. */
  readonly storeCheckMs?: number | undefined;
  /** Ends the start. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts everything that the procedures and jobs use, and adds a closer for each part to `closers`. */
export async function startServices(
  settings: Settings,
  { logger, metrics, onFailure, storeCheckMs, signal }: Surroundings,
  closers: Closer[],
  print: (line: string) => void,
): Promise<Services> {
  const { dataDir } = settings;
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`;
  // First, so that a wrong setting fails before the database is started.
  const transcriber = metrics.watchTranscriber(
    createTranscriber(settings.speech, { models: openModelFolder(settings) }),
  );
  const mailer = createMailer({
    smtpUrl: settings.mail.smtpUrl,
    from: settings.mail.from ?? 'Relato <relato@localhost>',
    outboxDir: join(dataDir, 'outbox'),
    onMail: (mail) => print(`  mail for ${mail.to}: ${mail.link}`),
  });
  const silences: StorageSettingsError[] = [];
  const { storage, close: closeStorage } = await openStorage(settings.storage, settings, {
    onRetry: metrics.countStorageRetry,
    onSilent: (error) => void silences.push(error),
  });
  closers.push(closeStorage);
  const databaseUrl = await prepareDatabase(settings, closers, print, signal);
  const database = await connectDatabase(databaseUrl, settings, logger);
  closers.push(() => database.close());
  const [silence] = silences;
  if (!silence) await whenAvailable(() => bindStore({ database, storage }, settings));
  else {
    await whenAvailable(() => requireKnownStore(database, settings, silence));
    print(`· ${silence.message} Starting without it: recordings are heard and stored once it answers.`);
  }
  const pusher = await whenAvailable(() => openPusher(database, publicUrl));
  const linkKey = await whenAvailable(() => keepLinkKey(database));
  const rateLimiter = createRateLimiter(database);
  // Stores the counts of this process, which other processes continue. Losing them loosens each limit only slightly.
  closers.push(() => rateLimiter.flush().catch(() => {}));
  const background = new Set<Promise<void>>();
  closers.push(async (left) => void (await Promise.race([Promise.allSettled(background), delay(left())])));
  const runInBackground = (work: Promise<void>): void => {
    const settled = work
      .catch((error: unknown) => logger.error({ err: error }, 'background work failed'))
      .finally(() => background.delete(settled));
    background.add(settled);
  };
  if (silence) {
    const stopping = new AbortController();
    closers.push(async () => stopping.abort());
    const store = { database, storage, logger };
    runInBackground(checkWhenBack(store, settings, stopping.signal, storeCheckMs).catch(onFailure));
  }
  const jobs = await startJobQueue({
    database,
    onError: (error) => logger.error({ err: error }, 'job queue'),
    onEnd: (ended) => {
      metrics.countJob(ended);
      const { name, id, outcome, durationMs, waitedMs } = ended;
      const times = { durationMs: Math.round(durationMs), waitedMs };
      logger.info({ job: name, jobId: id, outcome, ...times }, 'job');
    },
    requestIds: { read: readRequestId, run: resumeRequestId },
  });
  closers.push((left) => jobs.stop(left()));
  const services = {
    database,
    jobs,
    publicUrl,
    runInBackground,
    rateLimiter,
    live: createLiveHub(database),
    auth: createAuth({
      database,
      secure: publicUrl.startsWith('https://'),
      publicUrl,
      providers: settings.providers,
    }),
    storage: metrics.watchStorage(storage),
    disk: watchDisk(settings),
    transcriber,
    previews: createPreviews(),
    photos: createPhotos(),
    mailer,
    pusher,
    linkKey,
    operator: settings.operator,
  };
  const { trustedProxies, role } = settings;
  const models = openModelFolder(settings);
  return { ...services, examine: createDoctor({ services, models, role, databaseUrl, trustedProxies }) };
}

/** Connects to the primary, and to its replica if there is one and this process answers readers. */
async function connectDatabase(
  url: string,
  { databaseReadUrl, isDatabasePooled, databaseTimeoutMs: statementTimeoutMs, role }: Settings,
  logger: Logger,
): Promise<Database> {
  // The database answered just now, when it was prepared. If it does not answer now, it is busy or failing over.
  const primary = await whenAvailable(() =>
    createDatabase({ url, isPooled: isDatabasePooled, statementTimeoutMs }),
  );
  if (databaseReadUrl === undefined || role === 'worker') return primary;
  const onChange = (isUsed: boolean, reason: string): void =>
    isUsed
      ? logger.info('reading from the replica')
      : logger.warn({ reason }, 'reading from the primary: the replica is not to be used');
  return withReadReplica(primary, { url: databaseReadUrl, statementTimeoutMs, onChange }).catch(
    async (error: unknown) => {
      await primary.close();
      throw error;
    },
  );
}
